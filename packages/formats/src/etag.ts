import { createHash } from 'node:crypto';
import type { Reply } from './http.js';

/**
 * A weak entity tag over everything that decides an answer: data version, plan class, format, parameters. Weak, because
 * `generated_at` differs between two answers that say the same.
 *
 * @returns quoted, ready for `ETag` and `Prepared.etag`
 */
export function etagOf(...parts: readonly (string | number | boolean | null)[]): string {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
  return `W/"${digest}"`;
}

/**
 * Whether `If-None-Match` names an entity tag: a list, weak comparison, `*` matches any.
 *
 * @see RFC 9110, section 13.1.2
 * @example
 * etagMatches('"x", W/"y"', '"y"') // => true
 */
export function etagMatches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return [...ifNoneMatch.matchAll(/"[^"]*"/g)].some(([tag]) => tag === opaque);
}

/** 304 for an answer that the caller already has. */
export function notModified(etag: string, cacheHeaders: Readonly<Record<string, string>>): Reply {
  return { status: 304, headers: { ...cacheHeaders, etag }, body: '' };
}
