import { expect, test } from 'vitest';
import { sameBytes } from '../../testing/same-bytes.js';

const inOneBuffer = new Uint8Array([9, 1, 2, 3]);

test.each([
  { name: 'equal bytes', a: Uint8Array.of(1, 2, 3), b: Uint8Array.of(1, 2, 3), same: true },
  { name: 'a view of a part', a: inOneBuffer.subarray(1), b: Uint8Array.of(1, 2, 3), same: true },
  { name: 'missing hours', a: Float64Array.of(Number.NaN, 1), b: Float64Array.of(Number.NaN, 1), same: true },
  { name: 'another byte', a: Uint8Array.of(1, 2, 3), b: Uint8Array.of(1, 2, 4), same: undefined },
  { name: 'fewer bytes', a: Uint8Array.of(1, 2, 3), b: Uint8Array.of(1, 2), same: undefined },
  { name: 'the sign of zero', a: Float64Array.of(0), b: Float64Array.of(-0), same: undefined },
  { name: 'another type', a: Uint8Array.of(1), b: Int8Array.of(1), same: undefined },
  { name: 'a plain array', a: Uint8Array.of(1), b: [1], same: undefined },
])('sameBytes: $name is $same', ({ a, b, same }) => expect(sameBytes(a, b)).toBe(same));

test('arrays with other bytes are still unequal to expect', () => {
  expect(Uint8Array.of(1, 2, 3)).not.toEqual(Uint8Array.of(1, 2, 4));
  expect(Float64Array.of(0)).not.toEqual(Float64Array.of(-0));
});
