import { createHash } from 'node:crypto';
import type { Reply } from './http.js';

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
export function notModified(etag: string, cacheHeaders: Readonly<Record<string, string>>): Reply {
  return { status: 304, headers: { ...cacheHeaders, etag }, body: '' };
}
