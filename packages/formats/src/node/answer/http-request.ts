import type { Areas, EpochMs } from '@loadcast/core';
import type { HttpRequest, RequestScope, SurfaceRequest } from '../../http.js';
import { UNBOUNDED } from './request-scope.js';

/** What a surface sees of a request: never the key. A class, so that all of them have one shape. */
class SeenRequest implements SurfaceRequest {
  readonly method: string;
  readonly path: string;
  readonly fullPath: string;
  readonly query: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly receivedAt: EpochMs;
  readonly areas: Areas;
  readonly requestId: string;
  readonly baseUrl: string;
  readonly scope: RequestScope;

  constructor(request: HttpRequest, areas: Areas, below: string) {
    this.method = request.method;
    this.path = below;
    this.fullPath = request.path;
    this.query = request.query;
    this.headers = request.headers;
    this.receivedAt = request.receivedAt;
    this.areas = areas;
    this.requestId = request.requestId;
    this.baseUrl = request.baseUrl;
    this.scope = request.scope ?? UNBOUNDED;
  }
}

/**
 * What the surface mounted at `prefix` sees of a request.
 *
 * @param below the path below `prefix`
 */
export function surfaceRequest(
  request: HttpRequest,
  areas: Areas,
  prefix: string,
  below = request.path.slice(prefix.length),
): SurfaceRequest {
  return new SeenRequest(request, areas, below);
}
