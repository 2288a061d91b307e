import { expect, test } from 'vitest';
import { meansOfHours } from './coefficients.js';

test.each([
  { name: 'of no column are none', columns: [], means: [] },
  { name: 'of one value at all hours are that value', columns: [() => 3], means: [3] },
  { name: 'are those of each column by itself', columns: [() => 1, (hour: number) => hour], means: [1, 11.5] },
  { name: 'of an hour alone are its 24th part', columns: [(hour: number) => (hour === 23 ? 24 : 0)], means: [1] },
])('means over the hours $name', ({ columns, means }) => {
  const coefficients = Float64Array.from(columns.flatMap((of) => Array.from({ length: 24 }, (_, hour) => of(hour))));
  const made = meansOfHours(coefficients);
  expect(made).toHaveLength(means.length);
  means.forEach((mean, column) => void expect(made[column]).toBeCloseTo(mean, 12));
});
