import { pipeline } from 'node:stream/promises';
import type { RequestScope } from '../../http.js';
import { CallerGone } from '../answer/request-scope.js';
import { createSharedScope } from '../answer/shared-scope.js';
import { COMPRESSORS, type Compressed } from './compressors.js';

/** A slice takes about 5 ms to compress. */
const SLICE_BYTES = 262_144;

/** One body in one coding, compressed for all who wait for it. */
class SharedCompression {
  readonly bytes: Promise<Uint8Array>;
  readonly #waiting = createSharedScope();
  #isMade = false;

  constructor(body: Uint8Array, coding: Compressed) {
    this.bytes = compressWhole(body, coding, this.#waiting.signal).then((bytes) => {
      this.#isMade = true;
      return bytes;
    });
    this.bytes.catch(() => undefined); // who waited for it has left
  }

  /** Whether everyone left before it was made. */
  get isGivenUp(): boolean {
    return !this.#isMade && this.#waiting.over !== undefined;
  }

  join(scope: RequestScope): Promise<Uint8Array> {
    const leave = this.#waiting.join();
    scope.whenClosed(() => leave(new CallerGone()));
    return this.bytes;
  }
}

/** Keyed by body, which lives as long as an answer with it is being sent. */
const compressions = new WeakMap<Uint8Array, Map<Compressed, SharedCompression>>();

/**
 * A whole body, compressed once for all answers that share it, and given up when the last of their callers has left.
 *
 * @param count called when a compression begins and ends
 */
export function compressedOnce(
  body: Uint8Array,
  coding: Compressed,
  scope: RequestScope,
  count: (change: 1 | -1) => void,
): Promise<Uint8Array> {
  const ofBody = compressions.get(body) ?? new Map<Compressed, SharedCompression>();
  compressions.set(body, ofBody);
  const known = ofBody.get(coding);
  if (known && !known.isGivenUp) return known.join(scope);
  const compression = new SharedCompression(body, coding);
  ofBody.set(coding, compression);
  count(1);
  const ended = () => count(-1);
  compression.bytes.then(ended, ended);
  return compression.join(scope);
}

/** A large body goes in slices, so that it can be given up in the middle. */
async function compressWhole(body: Uint8Array, coding: Compressed, signal: AbortSignal): Promise<Uint8Array> {
  const { whole, stream } = COMPRESSORS[coding];
  if (body.byteLength <= SLICE_BYTES) return whole(body);
  const parts: Uint8Array[] = [];
  const collect = async (compressed: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const part of compressed) parts.push(part);
  };
  await pipeline(sliceBody(body), stream(), collect, { signal });
  return Buffer.concat(parts);
}

function* sliceBody(body: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < body.byteLength; at += SLICE_BYTES) yield body.subarray(at, at + SLICE_BYTES);
}
