import { createHash } from 'node:crypto';
import type { Reply, Route } from './http.js';

/**
 * What a cache may do with an answer, by the access of its route. `public` is the same for everyone; no shared cache may
 * keep an answer to a `key`, which differs by key and by encoding.
 */
export const CACHE_HEADERS = {
  public: { 'cache-control': 'public, max-age=60', vary: 'Accept-Encoding' },
  key: { 'cache-control': 'private, no-cache', vary: 'Authorization, Accept-Encoding' },
} as const satisfies Record<Route['access'], Readonly<Record<string, string>>>;

/**
 * A weak entity tag over everything that decides an answer: data version, plan class, format, parameters. Weak, because
 * `generated_at` differs between two answers that say the same.
 *
 * @param parts typed arrays stand for their values
 * @returns ready for `ETag` and `Prepared.etag`
 */
export function etagOf(...parts: readonly (string | number | boolean | null | Float64Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) {
    if (part instanceof Float64Array) {
      hash.update(`#${part.length}#`).update(new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
    } else {
      hash.update(`${JSON.stringify(part)},`);
    }
  }
  return `W/"${hash.digest('base64url').slice(0, 22)}"`;
}

/**
 * Whether `If-None-Match` names an entity tag: a list, weak comparison, `*` matches any. The tag of the compressed answer
 * (`...-gzip`) names it too.
 *
 * @see RFC 9110, section 13.1.2
 * @example
 * etagMatches('"x", W/"y"', '"y"') // => true
 */
export function etagMatches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return [...ifNoneMatch.matchAll(/"[^"]*"/g)].some(([tag]) => tag.replace(/-gzip"$/, '"') === opaque);
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
