import type { EpochMs } from '@loadcast/core';
import type { SurfaceRequest } from '../http.js';

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
}

/** What the surface mounted at `prefix` sees of a request: never the key. */
export function surfaceRequest(request: HttpRequest, prefix: string): SurfaceRequest {
  const { method, path, query, headers, receivedAt, requestId, baseUrl } = request;
  return {
    method: method === 'HEAD' ? 'HEAD' : 'GET',
    path: path.slice(prefix.length),
    fullPath: path,
    query,
    headers,
    receivedAt,
    requestId,
    baseUrl,
  };
}

/**
 * The mount of a path: the longest prefix that ends where the path or one of its segments ends.
 *
 * @example
 * mountOf([{ prefix: '/v1' }, { prefix: '/v1/oasis' }], '/v1/oasis')?.prefix // => '/v1/oasis'
 */
export function mountOf<M extends { readonly prefix: string }>(mounts: readonly M[], path: string): M | undefined {
  let longest: M | undefined;
  for (const mount of mounts) {
    const covers = path === mount.prefix || path.startsWith(`${mount.prefix}/`);
    if (covers && (!longest || mount.prefix.length > longest.prefix.length)) longest = mount;
  }
  return longest;
}
