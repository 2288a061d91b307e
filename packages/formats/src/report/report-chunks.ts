/** Bytes per chunk: large enough to be cheap to write, small enough that many answers fit in memory. */
const CHUNK_BYTES = 65_536;

/** Chunks made between two turns of the event loop: about 2 ms of work. */
const CHUNKS_PER_TURN = 16;

const encoder = new TextEncoder();

/** Calls back on the next turn of the event loop; a browser has no `setImmediate`. */
const onNextTurn: (callback: () => void) => void = typeof setImmediate === 'function' ? setImmediate : setTimeout;

/** Resolves on the next turn of the event loop: what was waiting runs first. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => onNextTurn(resolve));
}

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

/** `chunksOf` for a socket: yields to the event loop between chunks, so that a long answer does not delay other requests. */
export async function* streamOf(texts: Iterable<string>): AsyncGenerator<Uint8Array> {
  let made = 0;
  for (const chunk of chunksOf(texts)) {
    if (made > 0 && made % CHUNKS_PER_TURN === 0) await nextTurn();
    made++;
    yield chunk;
  }
}

/** The whole of a small answer, so that it has a Content-Length. */
export function wholeOf(texts: Iterable<string>): Uint8Array {
  return encoder.encode([...texts].join(''));
}
