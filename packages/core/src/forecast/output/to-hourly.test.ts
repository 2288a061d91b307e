import { expect, test } from 'vitest';
import { QUANTILE_LEVELS } from '../forecaster.js';
import { toHourly, toHourlyQuantiles } from './to-hourly.js';

const HOURS = { start: 0, leadDays: Uint8Array.of(0, 0, 1), hours: Uint8Array.of(22, 23, 0) };
/** 1000 MW at 22:00, 2000 at 23:00, 3000 at midnight. */
const LOGS = new Float64Array(48);
LOGS.set([Math.log(1000), Math.log(2000), Math.log(3000)], 22);
/** An error a thousandth larger each hour, and a tenth each lead day. */
const GROWING = { errorQuantile: (lead: number, hour: number) => -lead / 10 - hour / 1000 };

test.each<{ name: string; quantile: (level: number) => number; p10: number; p90: number }>([
  { name: 'bounds are the value times the error quantiles', quantile: (p) => p - 0.5, p10: 670.32, p90: 1491.82 },
  { name: 'a lower bound above the value is the value', quantile: (p) => p, p10: 1000, p90: 2459.6 },
  { name: 'an upper bound below the value is the value', quantile: (p) => p - 1, p10: 406.57, p90: 1000 },
])('$name', ({ quantile, p10, p90 }) => {
  const hourly = toHourly(HOURS, LOGS, { errorQuantile: (_lead, _hour, level) => quantile(level) });
  expect([...hourly.valueMw]).toEqual([1000, 2000, 3000]);
  expect([hourly.p10Mw[0], hourly.p90Mw[0]]).toEqual([p10, p90]);
});

test('quantiles are those of the levels, the value at 0.5, on their sides of it', () => {
  const shifted = { errorQuantile: (_lead: number, _hour: number, level: number) => level - 0.35 };
  const quantiles = toHourlyQuantiles(HOURS, LOGS, shifted).map((line) => line[1]!);
  expect(quantiles[QUANTILE_LEVELS.indexOf(0.5)]).toBe(2000);
  expect(quantiles[QUANTILE_LEVELS.indexOf(0.4)]).toBe(2000);
  expect(quantiles[QUANTILE_LEVELS.indexOf(0.1)]).toBeCloseTo(2000 * Math.exp(-0.25), 2);
  expect(quantiles).toEqual([...quantiles].sort((a, b) => a - b));
});

test.each([
  { name: 'toHourly', p10: () => toHourly(HOURS, LOGS, GROWING).p10Mw },
  { name: 'toHourlyQuantiles', p10: () => toHourlyQuantiles(HOURS, LOGS, GROWING)[QUANTILE_LEVELS.indexOf(0.1)]! },
])('$name reads the error of each hour’s lead day and local hour', ({ p10 }) => {
  const errors = [-0.022, -0.023, -0.1];
  const expected = [1000, 2000, 3000].map((mw, i) => Math.round(mw * Math.exp(errors[i]!) * 100) / 100);
  expect([...p10()]).toEqual(expected);
});

test.each([
  { log: Math.log(1234.567), mw: 1234.57 },
  { log: Math.log(0.004), mw: 0 },
  { log: Number.NaN, mw: Number.NaN },
])('a log load of $log is $mw MW, value and bounds', ({ log, mw }) => {
  const hourly = toHourly(HOURS, new Float64Array(48).fill(log), { errorQuantile: () => 0 });
  for (const line of Object.values(hourly)) expect([...line]).toEqual([mw, mw, mw]);
});
