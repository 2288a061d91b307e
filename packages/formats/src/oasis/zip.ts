import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib';
import { type ZipTime, zipArchive } from '../zip/archive.js';

/** A ZIP archive of one member. @param name must hold no text of a caller: readers use it as a path */
export function zipSync(name: string, content: Uint8Array, modified: ZipTime): Uint8Array {
  const deflated = deflateRawSync(content);
  return zipArchive([{ name, modified, deflated, size: content.length, crc: crc32(content) }]);
}

/**
 * A ZIP archive of one member that is compressed while it is made, off the event loop.
 *
 * @param signal ends the work when it aborts
 */
export async function zipOf(
  name: string,
  content: AsyncIterable<Uint8Array>,
  modified: ZipTime,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  let crc = 0;
  async function* measured(): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      size += chunk.length;
      crc = crc32(chunk, crc);
      yield chunk;
    }
  }
  const collect = async (deflated: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const part of deflated) parts.push(part);
  };
  await pipeline(measured, createDeflateRaw(), collect, signal ? { signal } : {});
  return zipArchive([{ name, modified, deflated: Buffer.concat(parts), size, crc }]);
}
