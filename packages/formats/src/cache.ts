import type { Reply, Route } from './http.js';

/**
 * What a cache may do with an answer, by the access of its route. `public` is the same for every caller; no shared cache may
 * keep an answer to a `key`, which differs by key and by encoding.
 */
export const CACHE_HEADERS = {
  public: { 'cache-control': 'public, max-age=60', vary: 'Accept-Encoding' },
  key: { 'cache-control': 'private, no-cache', vary: 'Authorization, Accept, Accept-Encoding' },
} as const satisfies Record<Route['access'], Readonly<Record<string, string>>>;

/**
 * Whether `If-None-Match` names an entity tag: a list, weak comparison, `*` matches any. The tag of a compressed answer
 * (`...-br`, `...-gzip`) names it too.
 *
 * @see RFC 9110, section 13.1.2
 * @example
 * etagMatches('"x", W/"y"', '"y"') // => true
 */
export function etagMatches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag) return true;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  const names = [...ifNoneMatch.matchAll(/"[^"]*"/g)].flatMap(([tag]) => [tag, tag.replace(/-(?:br|gzip)"$/, '"')]);
  return names.includes(opaque);
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
