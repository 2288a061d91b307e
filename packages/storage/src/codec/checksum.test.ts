import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { bytesOf, checksum } from './checksum.js';

test('is the CRC-32 of the fields as JSON, then of the bytes', () => {
  const all = Buffer.concat([Buffer.from('["a",1]'), Uint8Array.of(7, 8)]);
  expect(checksum(['a', 1], Uint8Array.of(7, 8))).toBe(crc32(all));
});

test.each([
  { name: 'the order of fields', a: checksum([1, 2]), b: checksum([2, 1]) },
  { name: 'a byte', a: checksum([1], Uint8Array.of(1)), b: checksum([1], Uint8Array.of(2)) },
  { name: 'the fields before empty bytes', a: checksum([1], new Uint8Array()), b: checksum([2], new Uint8Array()) },
  { name: 'a trailing zero byte', a: checksum([1], Uint8Array.of(0)), b: checksum([1]) },
])('$name makes a difference', ({ a, b }) => expect(a).not.toBe(b));

test('the bytes of a part of an array are those of that part', () => {
  const values = Float64Array.of(1, 2, 3).subarray(1, 2);
  expect(bytesOf(values)).toEqual(new Uint8Array(Float64Array.of(2).buffer));
});
