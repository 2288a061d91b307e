import { joined, type ZipMember } from './archive.js';

const GZIP_HEADER_BYTES = 10;
const GZIP_TRAILER_BYTES = 8;
const CHUNK_CHARACTERS = 16_384;

/**
 * Texts compressed while they are made, off the event loop, with what an archive says about them. The compression
 * format is gzip, which browsers and Node make alike: raw deflate between a header and the checksum and size of the
 * uncompressed text.
 *
 * @param pause called regularly between two texts: it lets other requests in, and rejects once no caller waits
 */
export async function deflatedTexts(
  texts: Iterable<string>,
  pause: () => Promise<void>,
): Promise<Pick<ZipMember, 'deflated' | 'size' | 'crc'>> {
  const { readable, writable } = new CompressionStream('gzip');
  const gzip = collected(readable);
  // A failure of the texts is thrown below, and ends the stream, too.
  gzip.catch(() => undefined);
  const writer = writable.getWriter();
  try {
    for (const chunk of chunksOf(texts)) {
      await writer.write(chunk);
      await pause();
    }
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => undefined);
    throw error;
  }
  const bytes = await gzip;
  const end = bytes.length - GZIP_TRAILER_BYTES;
  const trailer = new DataView(bytes.buffer, end);
  const [crc, size] = [trailer.getUint32(0, true), trailer.getUint32(4, true)];
  return { deflated: bytes.subarray(GZIP_HEADER_BYTES, end), crc, size };
}

function* chunksOf(texts: Iterable<string>): Generator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let chunk = '';
  for (const text of texts) {
    chunk += text;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield encoder.encode(chunk);
    chunk = '';
  }
  if (chunk !== '') yield encoder.encode(chunk);
}

async function collected(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) parts.push(part.value);
  return joined(parts);
}
