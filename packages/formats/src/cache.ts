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

/** What a server that compresses an answer appends to its tag: itself, Caddy, lighttpd and Apache `-gzip`, Jetty `--gzip`. */
const CODINGS = /^(?:(?:--|[-;:/+.])(?:gzip|br|zstd|deflate)){1,2}$/;

/**
 * The entity tag by which the caller has an answer: `etag`, or the tag that this server or a proxy gave its compressed form.
 *
 * Weak where either tag is: nginx and Cloudflare weaken the tag of what they compress. Apache appends its suffix to the
 * tag of a 304 once more, so of two suffixes one is returned.
 *
 * @param ifNoneMatch a list, compared weakly, with or without quotes; `*` matches any
 * @returns undefined where the caller does not have it
 * @see RFC 9110, section 13.1.2
 * @example
 * tagKnownTo('"x", W/"y-gzip"', '"y"') // => 'W/"y-gzip"'
 */
export function tagKnownTo(ifNoneMatch: string | undefined, etag: string): string | undefined {
  if (ifNoneMatch === undefined) return undefined;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return etag;
  const own = opaque(etag);
  for (const [tag] of ifNoneMatch.matchAll(/(?:W\/)?"[^"]*"[^\s,"]*|[^\s,"]+/g)) {
    const name = opaque(tag);
    const coding = name.slice(own.length);
    if (!name.startsWith(own) || (coding !== '' && !CODINGS.test(coding))) continue;
    const once = coding.replace(/^(.+[a-z])\W+[a-z]+$/, '$1');
    return `${tag.startsWith('W/') || etag.startsWith('W/') ? 'W/' : ''}"${own}${once}"`;
  }
  return undefined;
}

const opaque = (tag: string): string => tag.replace(/^W\/|"/g, '');

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
