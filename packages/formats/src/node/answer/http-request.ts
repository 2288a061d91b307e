import type { Areas } from '@loadcast/core';
import type { HttpRequest, SurfaceRequest } from '../../http.js';
import { UNBOUNDED } from './request-scope.js';

/**
 * What the surface mounted at `prefix` sees of a request: never the key.
 *
 * @param below the path below `prefix`
 */
export function surfaceRequest(
  { method, path, query, headers, receivedAt, requestId, baseUrl, scope = UNBOUNDED }: HttpRequest,
  areas: Areas,
  prefix: string,
  below = path.slice(prefix.length),
): SurfaceRequest {
  return { method, path: below, fullPath: path, query, headers, receivedAt, areas, requestId, baseUrl, scope };
}
