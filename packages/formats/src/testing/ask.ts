import { createServer } from 'node:http';
import { type Areas, CONTRACT_AREAS, findPlan, ServiceError, type SurfaceId } from '@loadcast/core';
import type { HttpRequest, Principal, Reply, Surface } from '../http.js';
import { answerRequest } from '../node/answer/answer-request.js';
import type { Mount } from '../node/answer/mount.js';
import { listenWith } from '../node/server/listener.js';
import { SERVER_OPTIONS } from '../node/server/server-options.js';

/** An answer with its body read to the end. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  /** `bytes` as UTF-8. */
  readonly text: string;
}

/**
 * Requests a target such as `/v1/regions?x=1`.
 *
 * @param plan id of the plan of the key; absent, no key is sent
 * @param more further headers, by names in small letters
 */
export type Ask = (
  target: string,
  plan?: string,
  more?: { readonly headers?: Readonly<Record<string, string>> },
) => Promise<Answer>;

/** The public address in links and errors. */
export const TEST_BASE_URL = 'http://api.example';

/** Takes the id of a plan for a key, or `PLAN only REGION`. @throws {ServiceError} `unauthorized` for any other key */
function authenticate({ authorization = '' }: HttpRequest, surface: Pick<Surface, 'id'>): Principal {
  const [, id = '', region] = /^Bearer (\w+)(?: only (\w+))?$/.exec(authorization) ?? [];
  const plan = findPlan(surface.id, id);
  if (!plan) throw new ServiceError('unauthorized', 'A key is needed', undefined);
  const principal = { accountId: 'account', keyId: 'key', plan };
  return region === undefined ? principal : { ...principal, regions: [CONTRACT_AREAS.byId(region).id] };
}

const areas = () => CONTRACT_AREAS;

/** Requests to mounted surfaces without a socket: the request path on plain data, without quota. */
export function handlerAsk(
  mounts: readonly Mount[],
  now: () => number,
  areas: (accountId?: string, asOf?: number) => Areas = () => CONTRACT_AREAS,
): Ask {
  const answer = answerRequest(mounts, { authenticate, areas });
  return async (target, plan, { headers = {} } = {}) => {
    const mark = target.indexOf('?');
    return readAnswer(
      await answer({
        method: 'GET',
        path: mark < 0 ? target : target.slice(0, mark),
        query: mark < 0 ? '' : target.slice(mark + 1),
        headers: new Map(Object.entries(headers)),
        authorization: plan === undefined ? undefined : `Bearer ${plan}`,
        cookie: undefined,
        remoteAddress: '127.0.0.1',
        receivedAt: now(),
        requestId: 'request-1',
        baseUrl: TEST_BASE_URL,
      }),
    );
  };
}

/** Requests to mounted surfaces over HTTP, on a port of its own. `close` ends the server. */
export async function serverAsk(
  mounts: readonly Mount[],
  now: () => number,
): Promise<{ readonly ask: Ask; close(): void }> {
  const answer = answerRequest(mounts, { authenticate, areas });
  const server = listenWith(createServer(SERVER_OPTIONS), { baseUrl: TEST_BASE_URL, answer, now });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    async ask(target, plan, more = {}) {
      const key: Record<string, string> = plan === undefined ? {} : { authorization: `Bearer ${plan}` };
      const headers = { ...more.headers, ...key };
      const { status, headers: sent, body } = await fetch(`http://127.0.0.1:${port}${target}`, { headers });
      return readAnswer({ status, headers: Object.fromEntries(sent), body: body ?? '' });
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** How one request to one surface is made. */
export interface AskOptions {
  readonly receivedAt: number;
  /** Path below the mount. */
  readonly path?: string;
  /** Id of a plan; default the largest of the surface. */
  readonly plan?: string;
  /** Send no key. */
  readonly anonymous?: boolean;
}

/** One request to one surface without a socket. */
export function ask(surface: Surface, query: string, options: AskOptions): Promise<Answer> {
  const { receivedAt, path = '', anonymous = false, plan = LARGEST_PLAN[surface.id] } = options;
  const request = handlerAsk([{ prefix: '/mount', surface }], () => receivedAt);
  return request(`/mount${path}?${query}`, anonymous ? undefined : plan);
}

const LARGEST_PLAN: Readonly<Record<SurfaceId, string>> = { a: 'enterprise', b: 'standard', c: 'standard' };

async function readAnswer({ status, headers, body, own }: Reply): Promise<Answer> {
  const parts: Uint8Array[] = [];
  if (typeof body === 'string') parts.push(Buffer.from(body));
  else if (body instanceof Uint8Array) parts.push(body);
  else for await (const chunk of body) parts.push(chunk);
  const bytes = Buffer.concat(parts);
  return { status, headers: { ...own, ...headers }, bytes, text: bytes.toString('utf8') };
}
