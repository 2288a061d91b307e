import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeQuantiles } from './quantile.js';

const quantiles = (values: number[], weights: number[], levels: number[]): number[] => {
  const out = new Float64Array(levels.length);
  const before = new Float64Array(weights.length + 1);
  for (const [i, weight] of weights.entries()) before[i + 1] = before[i]! + weight;
  writeQuantiles({ count: values.length, ...sampleOf(values, weights), before }, 0, levels, out, 0);
  return [...out];
};
/** Each value has a weight of its own. */
const sampleOf = (values: number[], weights: number[]) => ({
  values: Float64Array.from(values),
  owners: Uint16Array.from(values.keys()),
  samples: 1,
  weights: Float64Array.from(weights),
});

describe('weighted quantiles', () => {
  test.each([
    { name: 'the middle of three', values: [1, 2, 3], weights: [1, 1, 1], levels: [0.5], are: [2] },
    { name: 'between two', values: [1, 3], weights: [1, 1], levels: [0.5], are: [2] },
    { name: 'flat beyond the ends', values: [1, 3], weights: [1, 1], levels: [0.01, 0.99], are: [1, 3] },
    { name: 'pulled by weight', values: [0, 10], weights: [3, 1], levels: [0.5], are: [2.5] },
    { name: 'of one value', values: [7], weights: [2], levels: [0.1, 0.9], are: [7, 7] },
    { name: 'at the ends of the levels', values: [1, 2, 3], weights: [1, 1, 1], levels: [0, 1], are: [1, 3] },
    { name: 'past values without weight', values: [1, 2, 3], weights: [1, 0, 1], levels: [0.25, 0.75], are: [1, 3] },
    {
      name: 'between values of which one between has no weight',
      values: [1, 2, 9],
      weights: [1, 0, 1],
      levels: [0.5],
      are: [5],
    },
    { name: 'of values without weight are zero', values: [4, 5], weights: [0, 0], levels: [0.1, 0.9], are: [0, 0] },
    {
      name: 'not of values without weight at the ends',
      values: [1, 2, 3],
      weights: [0, 1, 0],
      levels: [0, 1],
      are: [2, 2],
    },
    { name: 'of nothing are zero', values: [], weights: [], levels: [0.1, 0.9], are: [0, 0] },
  ])('$name', ({ values, weights, levels, are }) => expect(quantiles(values, weights, levels)).toEqual(are));

  test('do not depend on what lies behind the values', () => {
    const sample = sampleOf([1, 2, 99], [1, 1, 50]);
    const out = new Float64Array(4).fill(-1);
    writeQuantiles({ count: 2, ...sample, before: Float64Array.of(0, 1, 2, 52) }, 0, [0.5, 0.9], out, 1);
    expect([...out]).toEqual([-1, 1.5, 2, -1]);
  });

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

/** Goes from value to value until the middle of one has reached the level. */
function byScan(values: number[], weights: number[], level: number): number {
  if (values.length === 0) return 0;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let [i, before] = [0, 0];
  const middle = (at: number, sum: number) => sum + weights[at]! / 2;
  let previous = middle(0, 0);
  while (i < values.length - 1 && middle(i, before) < level * total) {
    previous = middle(i, before);
    before += weights[i]!;
    i++;
  }
  const reached = middle(i, before);
  if (i === 0 || reached <= level * total || reached === previous) return values[i]!;
  return values[i - 1]! + ((level * total - previous) / (reached - previous)) * (values[i]! - values[i - 1]!);
}

test('are those of a scan of the sample, to the last bit', () => {
  const pair = fc.tuple(fc.double({ min: -3, max: 3, noNaN: true }), fc.constantFrom(0, 0.25, 0.3, 1, 1.7));
  fc.assert(
    fc.property(
      fc.array(pair, { minLength: 1, maxLength: 40 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (pairs, level) => {
        const sorted = [...pairs].sort(([a], [b]) => a - b);
        const [values, weights] = [sorted.map(([value]) => value), sorted.map(([, weight]) => weight)];
        const counted = sorted.filter(([, weight]) => weight > 0);
        const scanned = byScan(
          counted.map(([value]) => value),
          counted.map(([, weight]) => weight),
          level,
        );
        expect(quantiles(values, weights, [level])).toEqual([scanned]);
      },
    ),
  );
});

test('of samples of the same values are those of each sample alone, to the last bit', () => {
  const weight = fc.constantFrom(0, 0.25, 0.3, 1, 1.7);
  const row = fc.tuple(fc.double({ min: -3, max: 3, noNaN: true }), fc.array(weight, { minLength: 3, maxLength: 3 }));
  const levels = [0.05, 0.3, 0.5, 0.95];
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 30 }), (rows) => {
      const sorted = [...rows].sort(([a], [b]) => a - b);
      const before = new Float64Array(3 * (sorted.length + 1));
      for (const [i, [, weights]] of sorted.entries()) {
        for (let sample = 0; sample < 3; sample++)
          before[3 * (i + 1) + sample] = before[3 * i + sample]! + weights[sample]!;
      }
      const together = {
        count: sorted.length,
        values: Float64Array.from(sorted, ([value]) => value),
        owners: Uint16Array.from(sorted.keys()),
        samples: 3,
        weights: Float64Array.from(sorted.flatMap(([, weights]) => weights)),
        before,
      };
      for (let sample = 0; sample < 3; sample++) {
        const out = new Float64Array(levels.length);
        writeQuantiles(together, sample, levels, out, 0);
        const alone = sorted.map(([value, weights]) => [value, weights[sample]!] as const);
        expect([...out]).toEqual(
          quantiles(
            alone.map(([value]) => value),
            alone.map(([, own]) => own),
            levels,
          ),
        );
      }
    }),
  );
});
