import type { Reply, Route } from './http.js';

/**
 * What a cache may do with an answer, by the access of its route. `public` is the same for every caller; no shared cache may
 * keep an answer to a `key`, which differs by key and by encoding.
 */
export const CACHE_HEADERS = {
  public: { 'cache-control': 'public, max-age=60', vary: 'Accept-Encoding' },
  key: { 'cache-control': 'private, no-cache', vary: 'Authorization, Accept, Accept-Encoding' },
  session: { 'cache-control': 'no-store', vary: 'Cookie' },
} as const satisfies Record<Route['access'], Readonly<Record<string, string>>>;

/**
 * The entity tag by which the caller has an answer: `etag`, or the tag of its compressed form (`...-br`, `...-gzip`).
 *
 * @param ifNoneMatch a list, compared weakly; `*` matches any
 * @returns undefined where the caller does not have it
 * @see RFC 9110, section 13.1.2
 * @example
 * tagKnownTo('"x", W/"y-gzip"', '"y"') // => '"y-gzip"'
 */
export function tagKnownTo(ifNoneMatch: string | undefined, etag: string): string | undefined {
  if (ifNoneMatch === undefined) return undefined;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return etag;
  const opaque = etag.replace(/^W\//, '');
  const names = Array.from(ifNoneMatch.matchAll(/"[^"]*"/g), ([name]) => name);
  for (const suffix of ['-br"', '-gzip"', '"']) {
    if (names.includes(opaque.replace(/"$/, suffix))) return etag.replace(/"$/, suffix);
  }
  return undefined;
}

/** 304 for an answer that the caller already has. */
export function notModified(etag: string, access: Route['access']): Reply {
  return { status: 304, headers: { ...CACHE_HEADERS[access], etag }, body: '' };
}

/**
 * A reply with its entity tag and the caching headers of its route's access. Headers that the reply has itself win; one
 * with its own `cache-control` gets no other caching header.
 */
export function withCacheHeaders(reply: Reply, access: Route['access'], etag: string | undefined): Reply {
  const cache = reply.headers['cache-control'] === undefined ? CACHE_HEADERS[access] : {};
  return { ...reply, headers: { ...cache, ...(etag === undefined ? {} : { etag }), ...reply.headers } };
}
