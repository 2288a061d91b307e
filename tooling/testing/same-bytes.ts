import { expect } from 'vitest';

/**
 * A vitest set-up file. Typed arrays of one type with the same bytes are equal at once: vitest by itself lists their
 * indices and compares element by element, which was a third of the time of tests that compare whole answers. Where bytes
 * differ it decides as always.
 */
export function sameBytes(actual: unknown, expected: unknown): true | undefined {
  if (!ArrayBuffer.isView(actual) || !ArrayBuffer.isView(expected)) return undefined;
  if (actual.constructor !== expected.constructor || actual.byteLength !== expected.byteLength) return undefined;
  return bytesOf(actual).equals(bytesOf(expected)) ? true : undefined;
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);

/** Files of one worker share it: the first of them adds the rule. */
const ADDED = Symbol.for('loadcast.same-bytes');
const known = globalThis as { [ADDED]?: boolean };
if (known[ADDED] !== true) expect.addEqualityTesters([sameBytes]);
known[ADDED] = true;
