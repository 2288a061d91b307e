import { createServer } from 'node:http';
import { findPlan, type Plan, ServiceError } from '@loadcast/core';
import { renderError, type Surface, type SurfaceRequest } from '@loadcast/formats';
import { answerFrom, listenWith, SERVER_OPTIONS } from '@loadcast/formats/node';

/** An answer as a test sees it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Asks a surface for a path such as `/v1/regions?x=1` on a plan; `plan` undefined sends no key. */
export type Ask = (path: string, plan?: string) => Promise<Answer>;

function planNamed(id: string | undefined): Plan {
  const plan = id === undefined ? undefined : findPlan('a', id);
  if (!plan) throw new ServiceError('unauthorized', 'A key is needed', undefined);
  return plan;
}

/** Asks the handlers themselves, as plain data: no socket. */
export function handlerAsk(surface: Surface, now: () => number): Ask {
  return async (path, plan) => {
    const [fullPath = '', query = ''] = path.split('?');
    const request: SurfaceRequest = {
      method: 'GET',
      path: fullPath.slice('/v1'.length),
      fullPath,
      query,
      headers: new Map(),
      receivedAt: now(),
      requestId: 'request-1',
      baseUrl: 'http://api.example',
    };
    try {
      const route = surface.route(request);
      if (!route) throw new ServiceError('not_found', 'There is no such path', undefined);
      const prepared =
        route.access === 'public'
          ? await route.prepare(request)
          : await route.prepare({
              ...request,
              principal: { accountId: 'account', keyId: 'key', plan: planNamed(plan) },
            });
      const { status, headers, body } = await prepared.reply();
      return { status, headers, text: typeof body === 'string' ? body : Buffer.from(body as Uint8Array).toString() };
    } catch (thrown) {
      const { status, headers, body } = renderError(thrown, surface.dialect(request), request);
      return { status, headers, text: String(body) };
    }
  };
}

/** A thin server on a port of its own, and a way to ask it. The key is the name of a plan. */
export async function serverAsk(surface: Surface, now: () => number): Promise<{ ask: Ask; close: () => void }> {
  const answer = answerFrom([{ prefix: '/v1', surface }], (authorization) => ({
    accountId: 'account',
    keyId: 'key',
    plan: planNamed(authorization?.replace(/^Bearer /, '')),
  }));
  const server = listenWith(createServer(SERVER_OPTIONS), { baseUrl: 'http://api.example', answer, now });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const ask: Ask = async (path, plan) => {
    const headers: Record<string, string> = plan === undefined ? {} : { authorization: `Bearer ${plan}` };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
    return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
  };
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { ask, close };
}
