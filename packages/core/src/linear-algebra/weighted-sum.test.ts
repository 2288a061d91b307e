import { expect, test } from 'vitest';
import { addWeighted } from './weighted-sum.js';

test.each([0, 1, 3, 4, 5, 8, 13])('%i weighted arrays are added one after the other, to the last bit', (count) => {
  const length = 5;
  const arrays = Array.from({ length: count }, (_, row) =>
    Float64Array.from({ length }, (_unused, i) => Math.sin(31 * row + i + 1) * 10 ** (row - i)),
  );
  const weights = arrays.map((_, row) => Math.cos(row) / 3);
  const sum = Float64Array.from({ length }, (_, i) => i / 7);
  const expected = sum.slice();
  for (const [row, array] of arrays.entries()) {
    for (let i = 0; i < length; i++) expected[i] = expected[i]! + weights[row]! * array[i]!;
  }
  addWeighted(sum, arrays, weights);
  expect(sum).toEqual(expected);
});
