import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeQuantiles } from './quantile.js';

const quantiles = (values: number[], weights: number[], levels: number[]): number[] => {
  const out = new Float64Array(levels.length);
  writeQuantiles({ values: Float64Array.from(values), weights: Float64Array.from(weights) }, levels, out, 0);
  return [...out];
};

describe('weighted quantiles', () => {
  test.each([
    { name: 'the middle of three', values: [1, 2, 3], weights: [1, 1, 1], levels: [0.5], are: [2] },
    { name: 'between two', values: [1, 3], weights: [1, 1], levels: [0.5], are: [2] },
    { name: 'flat beyond the ends', values: [1, 3], weights: [1, 1], levels: [0.01, 0.99], are: [1, 3] },
    { name: 'pulled by weight', values: [0, 10], weights: [3, 1], levels: [0.5], are: [2.5] },
    { name: 'of one value', values: [7], weights: [2], levels: [0.1, 0.9], are: [7, 7] },
    { name: 'at the ends of the levels', values: [1, 2, 3], weights: [1, 1, 1], levels: [0, 1], are: [1, 3] },
    { name: 'past values without weight', values: [1, 2, 3], weights: [1, 0, 1], levels: [0.25, 0.75], are: [1, 3] },
    { name: 'of nothing are zero', values: [], weights: [], levels: [0.1, 0.9], are: [0, 0] },
  ])('$name', ({ values, weights, levels, are }) => expect(quantiles(values, weights, levels)).toEqual(are));

  test('never cross and never leave the sample', () => {
    const sample = fc.array(fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: 0, max: 9 })), {
      minLength: 1,
      maxLength: 30,
    });
    const levels = [0.005, 0.1, 0.25, 0.5, 0.75, 0.9, 0.995];
    fc.assert(
      fc.property(sample, (pairs) => {
        const sorted = [...pairs].sort(([a], [b]) => a - b);
        const values = sorted.map(([value]) => value);
        const found = quantiles(
          values,
          sorted.map(([, weight]) => weight + 0.01),
          levels,
        );
        found.forEach((value, i) => {
          expect(value).toBeGreaterThanOrEqual(i === 0 ? values[0]! : found[i - 1]!);
          expect(value).toBeLessThanOrEqual(values.at(-1)!);
        });
      }),
      { numRuns: 200 },
    );
  });
});
