import { createHash } from 'node:crypto';

/** SHA-256 of text as UTF-8, in hexadecimal. */
export function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * A weak entity tag over everything that decides an answer: data version, plan class, format, parameters. Weak, because
 * `generated_at` differs between two answers with the same data.
 *
 * @param parts typed arrays count by their values
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
