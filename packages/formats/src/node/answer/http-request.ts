import type { EpochMs } from '@loadcast/core';
import type { RequestScope, SurfaceRequest } from '../../http.js';

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
}

/** What the surface mounted at `prefix` sees of a request: never the key. */
export function surfaceRequest(request: HttpRequest, prefix: string): SurfaceRequest {
  const { method, path, query, headers, receivedAt, requestId, baseUrl, scope } = request;
  return {
    method: method === 'HEAD' ? 'HEAD' : 'GET',
    path: path.slice(prefix.length),
    fullPath: path,
    query,
    headers,
    receivedAt,
    requestId,
    baseUrl,
    ...(scope && { scope }),
  };
}
