import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib';
import type { LocalDateTime } from '@loadcast/core/time';

/** A moment on the clock that the archive's reader sees, to two seconds. */
export interface ZipTime extends LocalDateTime {
  readonly second: number;
}

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_CENTRAL = 0x06054b50;
const VERSION = 20;
const DEFLATED = 8;

/** The member of an archive after compression. */
interface Member {
  readonly name: string;
  readonly modified: ZipTime;
  readonly deflated: Uint8Array;
  readonly size: number;
  readonly crc: number;
}

/** A ZIP archive of one member. @param name must hold no text of a caller: readers use it as a path */
export function zipSync(name: string, content: Uint8Array, modified: ZipTime): Uint8Array {
  const deflated = deflateRawSync(content);
  return archive({ name, modified, deflated, size: content.length, crc: crc32(content) });
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
  return archive({ name, modified, deflated: Buffer.concat(parts), size, crc });
}

/** Sizes are in the local header too, for readers that do not use the directory. */
function archive({ name, modified, deflated, size, crc }: Member): Uint8Array {
  const fileName = Buffer.from(name, 'latin1');
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(VERSION, 0);
  facts.writeUInt16LE(0, 2);
  facts.writeUInt16LE(DEFLATED, 4);
  facts.writeUInt16LE((modified.hour << 11) | (modified.minute << 5) | (modified.second >> 1), 6);
  facts.writeUInt16LE(((modified.year - 1980) << 9) | (modified.month << 5) | modified.day, 8);
  facts.writeUInt32LE(crc, 10);
  facts.writeUInt32LE(deflated.length, 14);
  facts.writeUInt32LE(size, 18);
  facts.writeUInt16LE(fileName.length, 22);

  const local = Buffer.concat([uint32(LOCAL_HEADER), facts, fileName, deflated]);
  const central = Buffer.concat([uint32(CENTRAL_HEADER), uint16(VERSION), facts, Buffer.alloc(14), fileName]);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END_OF_CENTRAL, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}
