import type { EpochMs } from '@loadcast/core';
import type { RequestScope, SurfaceRequest } from '../../http.js';

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
  /** As written: `GET`, `POST`, ... */
  readonly method: string;
  /** As written, not decoded. `*` for `OPTIONS *`. */
  readonly path: string;
  /** Raw query string without `?`. */
  readonly query: string;
  /** Lower-case names, without those that carry secrets. A header sent twice has its values joined by `, `. */
  readonly headers: ReadonlyMap<string, string>;
  readonly authorization: string | undefined;
  readonly cookie: string | undefined;
  /** Of the peer that holds the connection: a proxy's, when there is one. */
  readonly remoteAddress: string;
  readonly receivedAt: EpochMs;
  readonly requestId: string;
  readonly baseUrl: string;
  /** Absent where there is no connection: in tests. */
  readonly scope?: RequestScope;
  /** Filled in on the way. Absent: nobody asks. */
  readonly trace?: RequestTrace;
}

/** What the surface mounted at `prefix` sees of a request: never the key. */
export function surfaceRequest(request: HttpRequest, prefix: string): SurfaceRequest {
  const { path, query, headers, receivedAt, requestId, baseUrl, scope } = request;
  const method = request.method === 'HEAD' ? 'HEAD' : 'GET';
  const below = path.slice(prefix.length);
  const seen = { method, path: below, fullPath: path, query, headers, receivedAt, requestId, baseUrl } as const;
  return scope === undefined ? seen : { ...seen, scope };
}
