import { expect, test } from 'vitest';
import { etagOf } from './etag.js';

test('parts in other places or of other types give another tag', () => {
  expect(etagOf('a', 'b')).not.toBe(etagOf('ab'));
  expect(etagOf('a', 1)).not.toBe(etagOf('a', '1'));
  expect(etagOf('a', 'b')).toMatch(/^W\/"[\w-]{22}"$/);
});

test('a typed array counts by its values and its length', () => {
  const tag = (...values: number[]) => etagOf(Float64Array.from(values));
  expect(tag(1, 2)).toBe(etagOf(Float64Array.of(0, 1, 2).subarray(1)));
  expect(new Set([tag(), tag(1), tag(1, 2), tag(2, 1), tag(0), tag(-0), etagOf(1)]).size).toBe(7);
});
