import { crc32 } from 'node:zlib';

/**
 * CRC-32 over fields and bytes, so that a stored row that changed on its own is found.
 *
 * @param fields anything JSON holds; their order counts
 * @returns an unsigned 32-bit integer
 */
export function checksum(fields: readonly (string | number)[], bytes?: Uint8Array): number {
  const crc = crc32(JSON.stringify(fields));
  // zlib returns 0 for no bytes, with any checksum before.
  return bytes && bytes.length > 0 ? crc32(bytes, crc) : crc;
}

/** The bytes of numbers, without copying them. */
export function bytesOf({ buffer, byteOffset, byteLength }: Float64Array | Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
