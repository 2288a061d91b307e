import { findPlan, type Plan } from '@loadcast/core';
import { type Reply, renderError, type Surface, type SurfaceRequest } from '@loadcast/formats';

/** An answer with its body read to the end. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  readonly text: string;
}

export interface AskOptions {
  readonly receivedAt: number;
  readonly path?: string;
  readonly plan?: Plan;
  /** Without a key: routes that need one answer `unauthorized`. */
  readonly anonymous?: boolean;
}

/** Puts a query to a surface as a gateway does, without a socket. */
export async function ask(surface: Surface, query: string, options: AskOptions): Promise<Answer> {
  const {
    receivedAt,
    path = '',
    plan = findPlan(surface.id, surface.id === 'a' ? 'enterprise' : 'standard')!,
  } = options;
  const request: SurfaceRequest = {
    method: 'GET',
    path,
    fullPath: `/mount${path}`,
    query,
    headers: new Map(),
    receivedAt,
    requestId: 'req-1',
    baseUrl: 'https://api.example',
  };
  const answer = await askRoute(surface, request, plan, options);
  return { ...answer, headers: { ...answer.headers, ...surface.headers?.(request) } };
}

async function askRoute(surface: Surface, request: SurfaceRequest, plan: Plan, options: AskOptions): Promise<Answer> {
  try {
    const route = surface.route(request);
    if (!route) return await answered({ status: 404, headers: {}, body: '' });
    if (route.access === 'key' && options.anonymous) return await answered({ status: 401, headers: {}, body: '' });
    const principal = { accountId: 'account', keyId: 'key', plan };
    const prepared =
      route.access === 'public' ? await route.prepare(request) : await route.prepare({ ...request, principal });
    return await answered(await prepared.reply());
  } catch (thrown) {
    const facts = { requestId: request.requestId, baseUrl: request.baseUrl, request };
    return answered(renderError(thrown, surface.dialect(request), facts));
  }
}

async function answered({ status, headers, body }: Reply): Promise<Answer> {
  const bytes =
    typeof body === 'string' ? Buffer.from(body) : body instanceof Uint8Array ? Buffer.from(body) : await read(body);
  return { status, headers, bytes, text: bytes.toString('utf8') };
}

async function read(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}
