import { expect, test } from 'vitest';
import { bandPath, linePath, scaleOf, yAt } from './scale.js';

test.each([
  { name: 'no value', all: [[null, null]], expected: undefined },
  { name: 'one value', all: [[50]], expected: { min: 49.75, max: 50.25 } },
  { name: 'a day of load', all: [[78_000, null, 109_000]], expected: { min: 70_000, max: 110_000 } },
  { name: 'room below the lowest', all: [[80_100, 109_000]], expected: { min: 70_000, max: 110_000 } },
])('scaleOf: $name', ({ all, expected }) => {
  const scale = scaleOf(all);
  if (expected) expect(scale).toMatchObject(expected);
  else expect(scale).toBeUndefined();
});

test('ticks run from the least to the greatest, and every value is between them', () => {
  for (const values of [
    [1, 2, 3],
    [0, 0],
    [99_999, 100_001],
    [-5, 5],
    [0.001, 0.002],
  ]) {
    const scale = scaleOf([values], 4, 0.0001)!;
    expect([scale.ticks[0], scale.ticks.at(-1)]).toEqual([scale.min, expect.closeTo(scale.max, 6)]);
    for (const value of values) {
      expect(yAt(value, scale)).toBeGreaterThanOrEqual(-1e-6);
      expect(yAt(value, scale)).toBeLessThanOrEqual(1000 + 1e-6);
    }
  }
});

test('a line has a piece for each run of values, and a stroke for a value alone', () => {
  const scale = { min: 0, max: 10, ticks: [] };
  expect(linePath([0, 10, null, 5, null], scale)).toBe('M0.0 1000.0L250.0 0.0M748.5 500.0h3');
  expect(bandPath([0, 0, null], [10, 10, 10], scale)).toBe('M0.0 0.0L500.0 0.0L500.0 1000.0L0.0 1000.0Z');
});
