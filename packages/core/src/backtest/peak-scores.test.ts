import { expect, test } from 'vitest';
import { areaById } from '../areas/contract-areas.js';
import { foldBlocks } from '../series/known-series.js';
import { HOUR_MS } from '../time/instant.js';
import { type PeakCase, TruePeaks } from './peak-cases.js';
import { scorePeaks, topHoursBiasPct } from './peak-scores.js';

const caseOf = (fields: Partial<PeakCase>): PeakCase => ({
  day: '2023-08-10',
  expectedMw: 100,
  hourOdds: [0.25, 0.75],
  likeliestHour: 1,
  curveMw: 98,
  curveHour: 0,
  actualMw: 100,
  actualHour: 1,
  ...fields,
});

test('bias, hits and Brier of the expected peak stand beside those of the highest hour of the curve', () => {
  const { days, expected, curve } = scorePeaks([caseOf({}), caseOf({ expectedMw: 102, actualHour: 0 })]);
  expect(days).toBe(2);
  expect(expected.biasPct).toBeCloseTo(1, 10);
  expect(curve.biasPct).toBeCloseTo(-2, 10);
  expect([expected.hourHitPct, curve.hourHitPct]).toEqual([50, 50]);
  // 0.25^2 twice where the odds were right, 0.75^2 twice where not; a curve that is wrong errs by 1 in two hours.
  expect(expected.hourBrier).toBeCloseTo((0.125 + 1.125) / 2, 10);
  expect(curve.hourBrier).toBe(1);
});

test('odds fall into deciles, a certain one into the last, and none into those without a case', () => {
  const month = (odds: number, came: boolean) => caseOf({ month: { odds, came } });
  const { reliability } = scorePeaks([month(0.05, false), month(0.09, true), month(0.9, true), month(1, true)]);
  expect(reliability.month.map(({ from, cases }) => [from, cases])).toEqual([
    [0, 2],
    [0.9, 2],
  ]);
  expect(reliability.month[0]).toMatchObject({ observedPct: 50 });
  expect(reliability.month[0]!.forecastPct).toBeCloseTo(7, 10);
  expect(reliability.program).toEqual([]);
});

test('the top hundredth of hours is that of the actual load', () => {
  const actualMw = Float64Array.from({ length: 200 }, (_, hour) => hour + 1);
  const valueMw = actualMw.map((mw) => (mw > 198 ? mw * 0.9 : mw * 2));
  expect(topHoursBiasPct({ actualMw, valueMw })).toBeCloseTo(-10, 10);
});

test('whether a day was among the highest is not said of a span with an unknown day', () => {
  const area = areaById('ercot');
  const start = Date.parse('2023-06-01T05:00Z');
  const values = Float64Array.from(
    { length: 24 * 100 },
    (_, hour) => 40_000 + Math.floor(hour / 24) * 100 + (hour % 24),
  );
  const load = foldBlocks([{ start, values, known: { kind: 'lag', lagMs: 0 } }]);
  const truth = new TruePeaks(area, load, start + 40 * 24 * HOUR_MS, start + 60 * 24 * HOUR_MS);
  expect(truth.of('2023-06-02')).toBe(40_123);
  expect(truth.isAmong('2023-06-30', { first: '2023-06-01', last: '2023-06-30' }, 1)).toBe(true);
  expect(truth.isAmong('2023-06-29', { first: '2023-06-01', last: '2023-06-30' }, 1)).toBe(false);
  expect(truth.isAmong('2023-06-29', { first: '2023-06-01', last: '2023-06-30' }, 2)).toBe(true);
  expect(truth.isAmong('2023-06-29', { first: '2023-05-01', last: '2023-06-30' }, 2)).toBeUndefined();
});
