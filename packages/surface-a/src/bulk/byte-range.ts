export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The part of a file that a `Range` header asks for.
 *
 * @returns undefined: the whole file, as for several ranges or another unit; `beyond`: no byte of it
 * @see RFC 9110, section 14
 * @example
 * readByteRange('bytes=-8', 100) // => { from: 92, to: 100 }
 */
export function readByteRange(header: string | undefined, bytes: number): ByteRange | 'beyond' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  const from = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const to = first === '' || last === '' ? bytes : Math.min(bytes, Number(last) + 1);
  return from < to ? { from, to } : 'beyond';
}
