import { describe, expect, test } from 'vitest';
import { QUANTILE_LEVELS } from '../forecast/forecaster.js';
import { HOUR_MS } from '../time/instant.js';
import { differenceInterval } from './bootstrap.js';
import { operatingDays } from './gate-days.js';
import { type BacktestPoints, emptyPoints } from './points.js';
import { reliabilityOf } from './reliability.js';
import { slicePoints } from './slice-points.js';
import { scoreDays, worstDays } from './worst-days.js';

const ZONE = 'America/New_York';

/** Actual 100 everywhere; the model's and the baseline's error in MW by row. */
function pointsOf(
  from: string,
  to: string,
  errors: (row: number) => number,
  baseline = (_: number) => 10,
): BacktestPoints {
  const points = emptyPoints(ZONE, operatingDays(from, to));
  for (let row = 0; row < points.start.length; row++) {
    points.actualMw[row] = 100;
    points.valueMw[row] = 100 + errors(row);
    points.p10Mw[row] = points.valueMw[row]! - 5;
    points.p90Mw[row] = points.valueMw[row]! + 5;
    points.naive168Mw[row] = 100 + baseline(row);
    points.issuedAt[row] = points.start[0]! - 15 * HOUR_MS + 24 * HOUR_MS * Math.floor(row / 24);
  }
  return points;
}

describe('slicePoints', () => {
  test('by hour of the local day: the spring day has no hour 2, the autumn day two of hour 1', () => {
    const hours = (day: string) =>
      new Map(
        [
          ...slicePoints(
            pointsOf(day, day, () => 1),
            ZONE,
            'hour',
          ),
        ].map(([hour, scores]) => [hour, scores.hours]),
      );
    expect(hours('2023-03-12').has(2)).toBe(false);
    expect(hours('2023-11-05').get(1)).toBe(2);
    expect(hours('2023-06-01').size).toBe(24);
  });

  test('by month and weekday each hour counts once, under its own key', () => {
    const points = pointsOf('2023-12-30', '2024-01-02', (row) => (row < 48 ? 2 : 4));
    const months = slicePoints(points, ZONE, 'month');
    expect([...months].map(([month, { hours, maeMw }]) => [month, hours, maeMw])).toEqual([
      [1, 48, 4],
      [12, 48, 2],
    ]);
    expect([...slicePoints(points, ZONE, 'weekday').keys()]).toEqual([0, 1, 2, 6]);
  });

  test('by hour of the week, from Sunday on: the week of the autumn change has one hour twice', () => {
    const week = slicePoints(
      pointsOf('2023-11-04', '2023-11-10', (row) => (row === 0 ? 9 : 1)),
      ZONE,
      'weekHour',
    );
    expect([...week.keys()]).toEqual(Array.from({ length: 168 }, (_, hour) => hour));
    expect([...week].filter(([, { hours }]) => hours !== 1).map(([hour]) => hour)).toEqual([1]);
    expect(week.get(6 * 24)?.maeMw).toBe(9); // Saturday 4 November, 00:00
  });

  test('by lead: whole hours from the issue', () => {
    const leads = slicePoints(
      pointsOf('2023-06-01', '2023-06-02', () => 1),
      ZONE,
      'lead',
    );
    expect([...leads.keys()]).toEqual(Array.from({ length: 24 }, (_, i) => 15 + i));
    expect([...leads.values()].every(({ hours }) => hours === 2)).toBe(true);
  });
});

describe('days', () => {
  const points = pointsOf('2023-06-01', '2023-06-05', (row) => Math.floor(row / 24) + 1);

  test('the worst days come first', () => {
    expect(
      worstDays(points, ZONE, 2).map(({ operatingDay, scores }) => [operatingDay, Math.round(scores.mapePct)]),
    ).toEqual([
      ['2023-06-05', 5],
      ['2023-06-04', 4],
    ]);
  });

  test('a day of which less than half is scored is no worst day', () => {
    const partial = pointsOf('2023-06-01', '2023-06-02', (row) => (row < 24 ? 50 : 1));
    partial.actualMw.fill(Number.NaN, 0, 13);
    expect(worstDays(partial, ZONE, 5).map(({ operatingDay }) => operatingDay)).toEqual(['2023-06-02']);
    expect(scoreDays(partial, ZONE).map(({ scores }) => scores.hours)).toEqual([11, 24]);
  });
});

describe('differenceInterval', () => {
  test('a steady difference has an interval of no width', () => {
    const { hours, differencePct, lowPct, highPct } = differenceInterval(
      pointsOf('2023-05-01', '2023-06-30', () => 4),
      'naive168Mw',
      ZONE,
    );
    expect(hours).toBe(61 * 24);
    for (const pct of [differencePct, lowPct, highPct]) expect(pct).toBeCloseTo(-6, 9);
  });

  test('a varying difference has an interval around it, the same each time', () => {
    const points = pointsOf(
      '2023-05-01',
      '2023-06-30',
      (row) => (row % 7) - 3,
      (row) => (row * 7) % 11,
    );
    const interval = differenceInterval(points, 'naive168Mw', ZONE);
    expect(interval.lowPct).toBeLessThan(interval.differencePct);
    expect(interval.highPct).toBeGreaterThan(interval.differencePct);
    expect(differenceInterval(points, 'naive168Mw', ZONE)).toEqual(interval);
  });

  test('the interval of noise without a difference holds zero', () => {
    const noise = (row: number, phase: number) => {
      const x = Math.sin(row * 12.9898 + phase) * 43758.5453;
      return 10 * (x - Math.floor(x));
    };
    const points = pointsOf(
      '2022-01-01',
      '2022-12-31',
      (row) => noise(row, 1),
      (row) => noise(row, 2),
    );
    const { lowPct, highPct } = differenceInterval(points, 'naive168Mw', ZONE);
    expect(lowPct).toBeLessThan(0);
    expect(highPct).toBeGreaterThan(0);
    expect(highPct - lowPct).toBeLessThan(1);
  });

  test.each([
    { name: 'thirteen days have a difference without bounds', to: '2023-06-13', hours: 13 * 24, column: 'naive168Mw' },
    { name: 'a baseline without values shares no hour', to: '2023-06-30', hours: 0, column: 'operatorMw' },
  ] as const)('$name', ({ to, hours, column }) => {
    const interval = differenceInterval(
      pointsOf('2023-06-01', to, () => 4),
      column,
      ZONE,
    );
    expect(interval.hours).toBe(hours);
    expect(interval.lowPct).toBeNaN();
  });
});

describe('reliabilityOf', () => {
  test('without quantiles: the four parts of p10, the value and p90', () => {
    const points = pointsOf('2023-06-01', '2023-06-01', (row) => [6, 1, -1, -6, 5, 0][row % 6]!);
    // value +6: actual below p10; +1, +5 (on p10), 0 (on the value): at or below; -1: above the value; -6: above p90
    const { hours, pit, levels } = reliabilityOf(points);
    expect(hours).toBe(24);
    expect(pit.map(({ density }) => density)).toEqual(
      [2 / 0.6, 2 / 2.4, 1 / 2.4, 1 / 0.6].map((d) => expect.closeTo(d, 9)),
    );
    expect(levels.map(({ observed }) => observed * 6)).toEqual([2, 4, 5].map((count) => expect.closeTo(count, 9)));
  });

  test('with quantiles: a part for each pair of neighbours, calibrated ones have density 1', () => {
    const points = pointsOf('2023-06-01', '2023-06-05', () => 0);
    const bounds = [0, ...QUANTILE_LEVELS, 1];
    for (let row = 0; row < 120; row++) points.pitBin[row] = bounds.findLastIndex((bound) => bound * 120 <= row + 1e-9);
    const { hours, pit, levels } = reliabilityOf(points);
    expect(hours).toBe(120);
    expect(pit).toHaveLength(12);
    for (const { density } of pit) expect(density).toBeCloseTo(1, 9);
    for (const { nominal, observed } of levels) expect(observed).toBeCloseTo(nominal, 9);
  });

  test('hours without bounds do not count', () => {
    const points = pointsOf('2023-06-01', '2023-06-01', () => 0);
    points.p10Mw.fill(Number.NaN);
    expect(reliabilityOf(points).hours).toBe(0);
    expect(reliabilityOf(points).pit[0]?.density).toBeNaN();
  });
});
