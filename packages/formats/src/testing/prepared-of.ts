import { NO_GRID_DATA } from '@loadcast/core/quota';
import type { ArrivedRequest, AuthedRequest, KeyRoute, Preparation, Prepared, Route } from '../http.js';
import { UNBOUNDED } from '../node/answer/request-scope.js';

/** A route that needs a key and that every plan includes. */
export const plainKeyRoute = (
  pattern: string,
  parameters: readonly string[],
  prepare: (request: AuthedRequest) => Preparation | Promise<Preparation>,
): KeyRoute => ({
  access: 'key',
  pattern,
  parameters,
  read: (request) => ({ shows: NO_GRID_DATA, prepare: () => prepare(request) }),
});

const NOTHING_ARRIVED: ArrivedRequest = {
  request: {
    method: 'GET',
    path: '/',
    query: '',
    headers: new Map(),
    authorization: undefined,
    cookie: undefined,
    remoteAddress: '127.0.0.1',
    receivedAt: 0,
    requestId: 'request-1',
    baseUrl: 'http://api.example',
  },
  trace: {},
  readBody: async () => new Uint8Array(),
  unread: { names: [], known: [] },
};

/** What a route makes of a request, without the gate. */
export function preparationOf(route: Route, request: AuthedRequest): Preparation | Promise<Preparation> {
  return route.access === 'key'
    ? route.read(request, NOTHING_ARRIVED).prepare()
    : route.prepare(request, NOTHING_ARRIVED);
}

/** What a route prepared, its data read: for tests without a server. */
export async function preparedOf(route: Route, request: AuthedRequest): Promise<Prepared> {
  const preparation = await preparationOf(route, request);
  return 'price' in preparation ? preparation.prepare(UNBOUNDED) : preparation;
}
