import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crc32 } from './crc32.js';
import { isWellFormedKey, KEY_PATTERN, newApiKey, randomBase62 } from './key-format.js';

const zeros = (count: number) => new Uint8Array(count);
const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));

test('the format is fixed for ever: a key made of zeros', () => {
  expect(newApiKey(zeros)).toBe('lc_live_000000000000000000000000000000004CNEer');
  expect(isWellFormedKey('lc_live_000000000000000000000000000000004CNEer')).toBe(true);
});

test('bytes that would favour some digits are thrown away', () => {
  let calls = 0;
  const source = (count: number) => {
    calls += 1;
    return new Uint8Array(count).fill(calls === 1 ? 248 : 61);
  };
  expect(randomBase62(4, source)).toBe('zzzz');
  expect(calls).toBe(2);
});

test('every digit is drawn about equally often', () => {
  const counts = new Map<string, number>();
  for (const digit of randomBase62(62_000, random)) counts.set(digit, (counts.get(digit) ?? 0) + 1);
  expect(counts.size).toBe(62);
  const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - 1_000) ** 2 / 1_000, 0);
  expect(chiSquare).toBeLessThan(130); // 61 degrees of freedom: above 130 once in a million
});

test('one changed character is always noticed', () => {
  const digits = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
  fc.assert(
    fc.property(fc.integer({ min: 8, max: 45 }), digits, (at, digit) => {
      const key = newApiKey(random);
      const changed = key.slice(0, at) + digit + key.slice(at + 1);
      expect(isWellFormedKey(changed)).toBe(changed === key);
    }),
  );
});

test.each([
  ['', 0],
  ['a', 0xe8b7be43],
  ['123456789', 0xcbf43926],
])('crc32(%j)', (text, crc) => expect(crc32(text)).toBe(crc));

test('keys are found in any text', () => {
  const key = newApiKey(random);
  expect(`x${key}y "${key}"`.replace(KEY_PATTERN, '-')).toBe('x-y "-"');
});
