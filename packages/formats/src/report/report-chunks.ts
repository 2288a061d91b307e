import { createPause } from '../pause.js';

/** Bytes per chunk: large enough to be cheap to write, small enough that many answers fit in memory. */
const CHUNK_BYTES = 65_536;

const encoder = new TextEncoder();

/**
 * Texts as chunks of bytes, made while they are read: what was yielded is never kept.
 *
 * @param texts ASCII only, as everything in a report is
 */
export function* chunksOf(texts: Iterable<string>): Generator<Uint8Array> {
  let chunk = new Uint8Array(CHUNK_BYTES);
  let length = 0;
  for (const text of texts) {
    if (length + text.length > CHUNK_BYTES) {
      if (length > 0) yield chunk.subarray(0, length);
      chunk = new Uint8Array(Math.max(CHUNK_BYTES, text.length));
      length = 0;
    }
    length += encoder.encodeInto(text, chunk.subarray(length)).written;
  }
  if (length > 0) yield chunk.subarray(0, length);
}

/** `chunksOf` for a socket: pauses between chunks, so that a long answer does not delay other requests. */
export async function* streamOf(texts: Iterable<string>, pause = createPause()): AsyncGenerator<Uint8Array> {
  for (const chunk of chunksOf(texts)) {
    yield chunk;
    await pause();
  }
}

/** The whole of a small answer, so that it has a Content-Length. */
export function wholeOf(texts: Iterable<string>): Uint8Array {
  return encoder.encode([...texts].join(''));
}
