import { expect, test } from 'vitest';
import type { DayTable } from '../inputs/day-table.js';
import { dailyError } from './ensemble.js';

/** The actual log load is the hour; the last six hours were not measured. */
const ACTUAL = { measured: (_day: number, hour: number) => (hour < 18 ? hour : Number.NaN) } as Pick<
  DayTable,
  'measured'
> as DayTable;
const logsOf = (error: (hour: number) => number) =>
  Float64Array.from({ length: 48 }, (_, i) => (i % 24) + error(i % 24));

test.each([
  {
    name: 'errors of both signs are added up as sizes',
    error: (hour: number) => (hour % 2 === 0 ? 0.1 : -0.3),
    mean: 0.2,
  },
  { name: 'hours without a forecast are skipped', error: (hour: number) => (hour < 9 ? Number.NaN : 0.1), mean: 0.1 },
])('$name', ({ error, mean }) => {
  const past = new Map([[100, logsOf(error)]]);
  expect(dailyError(past, ACTUAL, 101, 1)).toBeCloseTo(mean, 12);
});

test.each([
  { name: 'no hour with a forecast', error: Number.NaN, leadDay: 1 },
  { name: 'a day that was not forecast at the lead day', error: 0, leadDay: 0 },
])('$name gives NaN', ({ error, leadDay }) => {
  expect(dailyError(new Map([[100, logsOf(() => error)]]), ACTUAL, 101, leadDay)).toBeNaN();
});
