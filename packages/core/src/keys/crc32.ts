const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/**
 * CRC-32 (ISO 3309, as in zip and gzip) of the UTF-16 code units of a text, which must be ASCII.
 *
 * @returns 0 to 2^32 - 1
 * @see RFC 1952, section 8
 * @example
 * crc32('123456789') // => 3421780262
 */
export function crc32(ascii: string): number {
  let crc = 0xffffffff;
  for (let i = 0; i < ascii.length; i += 1) crc = (crc >>> 8) ^ TABLE[(crc ^ ascii.charCodeAt(i)) & 0xff]!;
  return (crc ^ 0xffffffff) >>> 0;
}
