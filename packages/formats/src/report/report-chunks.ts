import { createPause } from '../pause.js';
import { bytesOf, ReportBytes, type ReportPiece } from './report-bytes.js';

/** Bytes per chunk: large enough to be cheap to write, small enough that many answers fit in memory. */
const CHUNK_BYTES = 65_536;

/** Pieces as chunks of bytes, made while they are read: yielded bytes are never kept. */
export function* chunksOf(pieces: Iterable<ReportPiece>): Generator<Uint8Array> {
  let chunk = new Uint8Array(CHUNK_BYTES);
  let length = 0;
  for (const piece of pieces) {
    const bytes = typeof piece === 'string' ? bytesOf(piece) : piece;
    if (length + bytes.length > CHUNK_BYTES) {
      if (length > 0) yield chunk.subarray(0, length);
      chunk = new Uint8Array(Math.max(CHUNK_BYTES, bytes.length));
      length = 0;
    }
    chunk.set(bytes, length);
    length += bytes.length;
  }
  if (length > 0) yield chunk.subarray(0, length);
}

/** `chunksOf` for a socket: pauses between chunks, so that a long answer does not delay other requests. */
export async function* streamOf(pieces: Iterable<ReportPiece>, pause = createPause()): AsyncGenerator<Uint8Array> {
  for (const chunk of chunksOf(pieces)) {
    yield chunk;
    await pause();
  }
}

/** The whole of a small answer, so that it has a Content-Length. */
export function wholeOf(pieces: Iterable<ReportPiece>): Uint8Array {
  const whole = new ReportBytes();
  for (const piece of pieces) whole.piece(piece);
  return whole.take();
}
