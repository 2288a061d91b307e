import { describe, expect, test } from 'vitest';
import { dayNumber } from '../../calendar/holiday-calendar.js';
import { forecastsOf, measuredDays, pseudoRandom } from '../../testing/measured-days.js';
import { initialWeights, LAST_LEAD_DAY } from '../combination/ensemble.js';
import type { PastForecasts } from '../combination/past-forecasts.js';
import { ERROR_QUANTILES, TABLE_LEVELS } from '../settings.data.js';
import { ErrorTable } from './error-table.js';
import type { Volatility } from './volatility.js';

const LEADS = LAST_LEAD_DAY + 1;
const CUTOFF = dayNumber(2024, 7, 1);

/** Scale 1 throughout: errors keep their size. */
const STEADY = { scaleAt: () => 1, assumedScaledLevel: Math.sqrt(0.06) } as unknown as Volatility;

interface Errors {
  readonly days?: number;
  /** Log error of an hour of an issue day at a lead day; NaN for none. */
  readonly errorOf: (issue: number, lead: number, hour: number) => number;
  /** Whether primary members forecast an issue day. */
  readonly isPrimary?: (issue: number) => boolean;
  readonly volatility?: Volatility;
}

function tableOf({ days = 400, errorOf, isPrimary = () => true, volatility = STEADY }: Errors): ErrorTable {
  const first = CUTOFF - days;
  const logs = forecastsOf(first, CUTOFF, LEADS, (issue, lead, hour) => 9 - errorOf(issue, lead, hour));
  const hasPrimaryForecast = new Map([...logs.keys()].map((day) => [day, new Array(LEADS).fill(isPrimary(day))]));
  const past: PastForecasts = { logs, hasPrimaryForecast, trainingCutoff: CUTOFF, weights: initialWeights([]) };
  const actual = measuredDays(first, days, () => 9);
  return ErrorTable.over(past, actual, volatility, [CUTOFF])[0]!;
}

/** Errors spread evenly over -0.1 to 0.1. */
const even = (issue: number, lead: number, hour: number) => 0.2 * pseudoRandom(issue * 977 + lead * 31 + hour) - 0.1;

describe('quantiles of errors', () => {
  const table = tableOf({ errorOf: even });

  test.each([
    { level: 0.1, error: -0.08 },
    { level: 0.5, error: 0 },
    { level: 0.9, error: 0.08 },
    { level: 0.33, error: -0.034 },
  ])('of evenly spread errors the level $level is $error', ({ level, error }) => {
    for (const hour of [0, 12, 23]) expect(table.quantile(1, hour, level)).toBeCloseTo(error, 1);
  });

  test('never cross, at any lead day and hour', () => {
    for (const lead of [0, 7, LAST_LEAD_DAY]) {
      for (let hour = 0; hour < 24; hour++) {
        const row = TABLE_LEVELS.map((level) => table.quantile(lead, hour, level));
        expect(row).toEqual([...row].sort((a, b) => a - b));
      }
    }
  });

  test.each([
    { beyond: 0, outermost: 0.005 },
    { beyond: 0.001, outermost: 0.005 },
    { beyond: 0.999, outermost: 0.995 },
  ])('the level $beyond gives that of $outermost', ({ beyond, outermost }) => {
    expect(table.quantile(3, 5, beyond)).toBe(table.quantile(3, 5, outermost));
  });
});

test('errors of the hours before and after count, those across midnight do not', () => {
  const table = tableOf({ errorOf: (_issue, _lead, hour) => (hour === 0 ? 0.3 : hour === 12 ? 0.2 : 0.01) });
  expect(table.quantile(1, 13, 0.9)).toBeCloseTo(0.2, 6);
  expect(table.quantile(1, 14, 0.9)).toBeCloseTo(0.01, 6);
  expect(table.quantile(1, 1, 0.9)).toBeCloseTo(0.3, 6);
  expect(table.quantile(1, 23, 0.9)).toBeCloseTo(0.01, 6);
});

describe('of two errors each quantile is between', () => {
  // One day in two has the larger error, and the weights of both kinds are nearly equal.
  const table = tableOf({ days: 200, errorOf: (issue) => (issue % 2 === 0 ? 0.1 : -0.3) });

  test.each([
    { level: 0.01, error: -0.3 },
    { level: 0.4, error: -0.3 },
    { level: 0.6, error: 0.1 },
    { level: 0.99, error: 0.1 },
  ])('$level is $error', ({ level, error }) => expect(table.quantile(1, 10, level)).toBeCloseTo(error, 9));
});

test.each([0.5, 30])('errors of one size, %d, have that quantile, to the last bit', (size) => {
  const table = tableOf({ errorOf: (issue, _lead, hour) => (hour === 9 && issue % 3 === 0 ? Number.NaN : size) });
  for (const level of [0.005, 0.5, 0.995]) expect(table.quantile(2, 9, level)).toBe(9 - (9 - size));
});

test('errors are divided by the scale of their time', () => {
  const table = tableOf({ errorOf: () => 0.2, volatility: { scaleAt: () => 2 } as unknown as Volatility });
  expect(table.quantile(2, 8, 0.5)).toBeCloseTo(0.1, 6);
});

test('errors of near seasons have larger weights: one day in six holds more than the upper quarter', () => {
  const isSummer = (issue: number) => Math.abs(issue - (CUTOFF - 365)) < 40 || issue > CUTOFF - 40;
  const table = tableOf({ days: 730, errorOf: (issue) => (isSummer(issue) ? 0.1 : -0.1) });
  expect(table.quantile(1, 10, 0.75)).toBeCloseTo(0.1, 6);
});

test('target days from the training cutoff on are not used', () => {
  const table = tableOf({ errorOf: (issue, lead) => (issue + lead >= CUTOFF ? 5 : 0.05) });
  for (const lead of [0, 5, LAST_LEAD_DAY]) expect(table.quantile(lead, 6, 0.995)).toBeCloseTo(0.05, 6);
});

test.each([
  { name: 'often enough: days of fallback members alone are left out', primaryDays: 200, median: 0.02 },
  { name: 'too seldom: all days are used', primaryDays: 60, median: 0.2 },
])('primary members forecast $name', ({ primaryDays, median }) => {
  const isPrimary = (issue: number) => issue >= CUTOFF - primaryDays;
  const table = tableOf({ days: 700, isPrimary, errorOf: (issue) => (isPrimary(issue) ? 0.02 : 0.2) });
  expect(table.quantile(1, 10, 0.5)).toBeCloseTo(median, 6);
});

test.each([
  { name: 'no errors', days: 400, errorOf: () => Number.NaN },
  { name: 'errors of a month', days: 29, errorOf: () => 0.5 },
])('with $name a spread is assumed: symmetric, and its mean size six percent', ({ days, errorOf }) => {
  const table = tableOf({ days, errorOf });
  expect(table.quantile(0, 3, 0.5)).toBeCloseTo(0, 12);
  expect(table.quantile(0, 3, 0.9)).toBeCloseTo(-table.quantile(0, 3, 0.1), 12);
  expect(Math.sqrt(0.06) * table.quantile(0, 3, 0.9)).toBeCloseTo(0.0951, 3);
});

describe('tables of six cutoffs', () => {
  const CUTOFFS = [CUTOFF, CUTOFF - 30, CUTOFF - 122, CUTOFF - 210, CUTOFF - 300, CUTOFF - 420] as const;
  const first = CUTOFF - 500;
  const isPrimary = (issue: number) => issue >= CUTOFF - 210;
  const logs = forecastsOf(first, CUTOFF, LEADS, (issue, lead, hour) => 9 - even(issue, lead, hour));
  const hasPrimaryForecast = new Map([...logs.keys()].map((day) => [day, new Array(LEADS).fill(isPrimary(day))]));
  const past: PastForecasts = { logs, hasPrimaryForecast, trainingCutoff: CUTOFF, weights: initialWeights([]) };
  const actual = measuredDays(first, 500, (day, hour) => ((day + hour) % 29 === 0 ? Number.NaN : 9));
  const tablesOf = (cutoffs: readonly number[]) => ErrorTable.over(past, actual, STEADY, cutoffs);
  const together = tablesOf(CUTOFFS);

  test.each([0, 1, 2, 3, 4, 5])('are together what each is alone: %i', (which) => {
    const [alone] = tablesOf([CUTOFFS[which]!]);
    expect(together[which]!.quantiles).toEqual(alone!.quantiles);
  });

  test('differ by the days that each knows, and by their weights', () => {
    const [newest, middle, oldest] = together.map((table) => table.quantile(2, 9, 0.5));
    expect(new Set([newest, middle, oldest]).size).toBe(3);
  });
});

test('errors from before the first day of a table are not in it', () => {
  const firstDay = CUTOFF - ERROR_QUANTILES.days - LAST_LEAD_DAY;
  const days = CUTOFF - firstDay + 100;
  const table = tableOf({ days, errorOf: (issue) => (issue < firstDay ? 5 : 0.05) });
  for (const lead of [0, 5, LAST_LEAD_DAY]) expect(table.quantile(lead, 6, 0.995)).toBeCloseTo(0.05, 6);
});
