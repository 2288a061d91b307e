import type { EpochMs } from '@loadcast/core';
import type { RequestScope, SurfaceRequest } from '../../http.js';
import { UNBOUNDED } from './request-scope.js';

/** What became known of a request while it was answered, for an access log. */
export interface RequestTrace {
  /** Prefix of the mount that answered. */
  surface?: string;
  /** The path of the route that answered, as the service writes it. */
  route?: string;
  accountId?: string;
  keyId?: string;
  errorCode?: string;
  /** How long it waited for its turn; absent where it had not to. */
  waitedMs?: number;
  /** Whether its answer was made for several requests at once. */
  shared?: boolean;
}

/** One HTTP request as plain data, checked by hand where Node is lenient. */
export interface HttpRequest {
  /** The method, unchanged: `GET`, `POST`, ... */
  readonly method: string;
  /** The path as sent, not decoded. `*` for `OPTIONS *`. */
  readonly path: string;
  /** Raw query string without `?`. */
  readonly query: string;
  /** Lower-case names, except headers that carry secrets. A header sent twice has its values joined by `, `. */
  readonly headers: ReadonlyMap<string, string>;
  readonly authorization: string | undefined;
  readonly cookie: string | undefined;
  /** Address of the peer that holds the connection, which may be a proxy. */
  readonly remoteAddress: string;
  readonly receivedAt: EpochMs;
  readonly requestId: string;
  readonly baseUrl: string;
  /** The same for all requests of a connection, so data about it can be cached under this object. Absent in tests. */
  readonly connection?: object | undefined;
  /** Absent where there is no connection: in tests. */
  readonly scope?: RequestScope;
  /** Filled in on the way. Absent: not recorded. */
  readonly trace?: RequestTrace;
}

/** What a surface sees of a request: never the key. A class, so that all of them have one shape. */
class SeenRequest implements SurfaceRequest {
  readonly method: string;
  readonly path: string;
  readonly fullPath: string;
  readonly query: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly receivedAt: EpochMs;
  readonly requestId: string;
  readonly baseUrl: string;
  readonly scope: RequestScope;

  constructor(request: HttpRequest, below: string) {
    this.method = request.method;
    this.path = below;
    this.fullPath = request.path;
    this.query = request.query;
    this.headers = request.headers;
    this.receivedAt = request.receivedAt;
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
  prefix: string,
  below = request.path.slice(prefix.length),
): SurfaceRequest {
  return new SeenRequest(request, below);
}
