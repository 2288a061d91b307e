import { NO_GRID_DATA } from '@loadcast/core/quota';
import type { AuthedRequest, KeyRoute, Preparation, Prepared, Route } from '../http.js';
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

/** What a route makes of a request, without the gate. */
export function preparationOf(route: Route, request: AuthedRequest): Preparation | Promise<Preparation> {
  return route.access === 'public' ? route.prepare(request) : route.read(request).prepare();
}

/** What a route prepared, its data read: for tests without a server. */
export async function preparedOf(route: Route, request: AuthedRequest): Promise<Prepared> {
  const preparation = await preparationOf(route, request);
  return 'price' in preparation ? preparation.prepare(UNBOUNDED) : preparation;
}
