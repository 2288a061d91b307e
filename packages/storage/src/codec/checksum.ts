import { crc32 } from 'node:zlib';

/**
 * CRC-32 over fields and bytes, so that a stored row that changed on its own is found.
 *
 * @param fields anything JSON holds; their order counts
 * @returns an unsigned 32-bit integer
 */
export function checksum(fields: readonly (string | number)[], bytes?: Uint8Array): number {
  const crc = crc32(JSON.stringify(fields));
  return bytes ? crc32(bytes, crc) : crc;
}
