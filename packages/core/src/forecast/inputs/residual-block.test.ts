import { expect, test } from 'vitest';
import type { DayTable } from './day-table.js';
import { expectedLogs, ResidualBlock } from './residual-block.js';

/** Day 10: log load 9; day 11: missing; day 12: 12. */
const TABLE = {
  firstDay: 10,
  dayCount: 3,
  logs: Float64Array.from({ length: 72 }, (_, i) => [9, Number.NaN, 12][Math.floor(i / 24)]!),
} as Pick<DayTable, 'firstDay' | 'dayCount' | 'logs'> as DayTable;
/** Expects 8.7, and nothing known on day 12. */
const BASELINE = {
  writeLogs: (day: number, _cutoff: number, out: Float64Array, at: number) =>
    out.fill(day === 12 ? Number.NaN : 8.7, at, at + 24),
};

test.each([
  { name: 'a residual is log load minus baseline', day: 10, clip: 1, residual: 0.3 },
  { name: 'a large residual is clipped', day: 10, clip: 0.2, residual: 0.2 },
  { name: 'a missing load gives 0', day: 11, clip: 1, residual: 0 },
  { name: 'a missing baseline gives 0', day: 12, clip: 1, residual: 0 },
  { name: 'a day before the table gives 0', day: 9, clip: 1, residual: 0 },
  { name: 'a day after the table gives 0', day: 13, clip: 1, residual: 0 },
])('$name', ({ day, clip, residual }) => {
  const block = new ResidualBlock(TABLE, BASELINE, { trainingCutoff: 10, from: 9, to: 14, clip });
  expect(block.at(day, 5)).toBeCloseTo(residual, 12);
  expect(block.mean(day, 3, 7)).toBeCloseTo(residual, 12);
});

test('the mean of no hours is 0', () => {
  const block = new ResidualBlock(TABLE, BASELINE, { trainingCutoff: 10, from: 10, to: 11, clip: 1 });
  expect(block.mean(10, 5, 5)).toBe(0);
});

test.each([
  { name: 'day by day', baseline: BASELINE },
  {
    name: 'all days at once',
    baseline: {
      ...BASELINE,
      writeDays: (from: number, to: number, cutoff: number, out: Float64Array) => {
        for (let day = from; day < to; day++) BASELINE.writeLogs(day, cutoff, out, 24 * (day - from));
      },
    },
  },
])('expected logs of a baseline that writes $name', ({ baseline }) => {
  const out = expectedLogs(baseline, 10, 11, 13);
  expect([out.length, out[0], out[23], out[24], out[47]]).toEqual([48, 8.7, 8.7, Number.NaN, Number.NaN]);
});
