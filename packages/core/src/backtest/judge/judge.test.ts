import { describe, expect, test } from 'vitest';
import { operatingDays } from '../gate-days.js';
import { type BacktestPoints, emptyPoints } from '../points.js';
import { judge } from './judge.js';

const ZONE = 'America/New_York';

/** Actual 100 with a peak of 120 at 17:00; the forecast's error in MW by row, bounds 5 MW around it. */
function pointsOf(from: string, to: string, error: (row: number) => number, scale = 1): BacktestPoints {
  const points = emptyPoints(ZONE, operatingDays(from, to));
  for (let row = 0; row < points.start.length; row++) {
    const actual = row % 24 === 17 ? 120 : 100;
    points.actualMw[row] = scale * actual;
    points.valueMw[row] = scale * (actual + error(row));
    points.p10Mw[row] = points.valueMw[row]! - 5 * scale;
    points.p90Mw[row] = points.valueMw[row]! + 5 * scale;
  }
  return points;
}

const noise = (row: number, phase: number) => {
  const x = Math.sin(row * 12.9898 + phase) * 43758.5453;
  return 10 * (x - Math.floor(x)) - 5;
};

describe('cuts', () => {
  test.each([
    { from: '2023-02-28', to: '2023-03-01', seasons: { winter: 24, spring: 24 } },
    { from: '2023-11-30', to: '2023-12-02', seasons: { winter: 48, autumn: 24 } },
    { from: '2024-02-28', to: '2024-02-29', seasons: { winter: 48 } },
    { from: '2023-03-12', to: '2023-03-12', seasons: { spring: 23 } },
    { from: '2023-11-05', to: '2023-11-05', seasons: { autumn: 25 } },
    { from: '2023-12-31', to: '2024-01-01', seasons: { winter: 48 } },
  ])('$from to $to is in the seasons $seasons', ({ from, to, seasons }) => {
    const { cuts } = judge([{ zone: ZONE, points: pointsOf(from, to, () => 1) }]);
    const found = cuts.filter(({ cut }) => cut !== 'all' && !cut.startsWith('hour'));
    expect(Object.fromEntries(found.map(({ cut, hours }) => [cut, hours]))).toEqual(seasons);
  });

  test('the spring day has no hour 2, the autumn day two of hour 1', () => {
    const hoursOf = (day: string, cut: string) =>
      judge([{ zone: ZONE, points: pointsOf(day, day, () => 1) }]).cuts.find((each) => each.cut === cut)?.hours;
    expect([hoursOf('2023-03-12', 'hour 2'), hoursOf('2023-11-05', 'hour 1')]).toEqual([undefined, 2]);
  });
});

describe('scores', () => {
  test('are means of areas, whatever their size, and the lowest and highest coverage are one area’s', () => {
    const [good, bad] = [
      pointsOf('2023-06-01', '2023-06-03', () => 2),
      pointsOf('2023-06-01', '2023-06-03', (row) => (row % 2 ? 6 : -2), 1000),
    ];
    good.actualMw.fill(100);
    bad.actualMw.fill(100_000);
    good.valueMw.fill(102);
    const { cuts } = judge([
      { zone: ZONE, points: good },
      { zone: ZONE, points: bad },
    ]);
    const hour = cuts.find(({ cut }) => cut === 'hour 3')!;
    expect(hour.hours).toBe(6);
    expect(hour.model.mapePct).toBeCloseTo((2 + 6) / 2, 9);
    expect(hour.model.biasPct).toBeCloseTo((2 + 6) / 2, 9);
    const { coveragePct, lowestCoveragePct, highestCoveragePct } = hour.model;
    expect([coveragePct, lowestCoveragePct, highestCoveragePct]).toEqual([50, 0, 100]);
    expect(hour.other).toBeUndefined();
  });

  test('pinball is the mean over p10, the value and p90, CRPS their weighted sum, in percent of the load', () => {
    const points = pointsOf('2023-06-01', '2023-06-01', () => 0);
    points.actualMw.fill(100);
    points.valueMw.fill(96);
    points.p10Mw.fill(90);
    points.p90Mw.fill(98);
    // Losses: 0.1 x 10, 0.5 x 4, 0.9 x 2.
    const { pinballPct, crpsPct } = judge([{ zone: ZONE, points }]).cuts[0]!.model;
    expect(pinballPct).toBeCloseTo((1 + 2 + 1.8) / 3, 9);
    expect(crpsPct).toBeCloseTo(2 * (0.3 * 1 + 0.4 * 2 + 0.3 * 1.8), 9);
  });

  test('a forecast without bounds has a MAPE and no pinball, CRPS or coverage', () => {
    const points = pointsOf('2023-06-01', '2023-06-01', () => 3);
    points.p10Mw.fill(Number.NaN);
    const { model } = judge([{ zone: ZONE, points }]).cuts[0]!;
    expect(model.mapePct).toBeCloseTo(2.98, 1);
    const { pinballPct, crpsPct, coveragePct, lowestCoveragePct, highestCoveragePct } = model;
    const ofBounds = [pinballPct, crpsPct, coveragePct, lowestCoveragePct, highestCoveragePct];
    expect(ofBounds.every(Number.isNaN)).toBe(true);
  });
});

describe('against another model', () => {
  const against = (ours: (row: number) => number, theirs: (row: number) => number, to = '2023-06-30') =>
    judge([{ zone: ZONE, points: pointsOf('2023-05-01', to, ours), other: pointsOf('2023-05-01', to, theirs) }]);

  test('half the error everywhere is half the MAPE, with an interval of no width', () => {
    const { mapeChange } = against(
      () => 2,
      () => 4,
    ).cuts[0]!;
    for (const pct of [mapeChange!.changePct, mapeChange!.lowPct, mapeChange!.highPct]) expect(pct).toBeCloseTo(-50, 9);
  });

  test('the interval of noise without a difference holds zero, and is the same each time', () => {
    const once = () =>
      against(
        (row) => noise(row, 1),
        (row) => noise(row, 2),
        '2023-07-30',
      ).cuts[0]!;
    const { mapeChange, pinballChange } = once();
    for (const change of [mapeChange!, pinballChange!]) {
      expect(change.lowPct).toBeLessThan(0);
      expect(change.highPct).toBeGreaterThan(0);
      expect(change.highPct - change.lowPct).toBeLessThan(20);
    }
    expect(once()).toMatchObject({ mapeChange, pinballChange });
  });

  test('only hours that both have forecast count, whatever their order', () => {
    const points = pointsOf('2023-05-01', '2023-05-03', () => 2);
    const later = pointsOf('2023-05-02', '2023-05-04', () => 4);
    points.valueMw[30] = Number.NaN;
    for (const column of [later.start, later.valueMw, later.p10Mw, later.p90Mw]) column.reverse();
    const { cuts } = judge([{ zone: ZONE, points, other: later }]);
    expect(cuts[0]!.hours).toBe(47);
    expect(cuts[0]!.other!.biasPct / cuts[0]!.model.biasPct).toBeCloseTo(2, 9);
    expect(judge([{ zone: ZONE, points, other: pointsOf('2024-05-01', '2024-05-01', () => 1) }]).cuts).toEqual([]);
  });

  test('less than two weeks have a change without bounds', () => {
    const { mapeChange } = against(
      () => 2,
      () => 4,
      '2023-05-13',
    ).cuts[0]!;
    expect(mapeChange).toEqual({ changePct: expect.closeTo(-50, 9), lowPct: Number.NaN, highPct: Number.NaN });
  });
});

describe('peaks', () => {
  test('a peak that is too low and an hour late is a bias and no hit; a day with a gap does not count', () => {
    const late = (row: number) => ({ 17: -20, 18: 14 })[row % 24] ?? 0;
    const points = pointsOf('2023-06-01', '2023-06-03', (row) => (row < 24 ? late(row) : -12));
    const other = pointsOf('2023-06-01', '2023-06-03', () => 0);
    points.actualMw[70] = Number.NaN;
    const { peaks, otherPeaks } = judge([{ zone: ZONE, points, other }]);
    expect(peaks.days).toBe(2);
    expect(peaks.biasPct).toBeCloseTo((100 * (114 / 120 - 1) + 100 * (108 / 120 - 1)) / 2, 9);
    expect(peaks.hourHitPct).toBe(50);
    expect(peaks.topHoursBiasPct).toBeCloseTo(100 * (100 / 120 - 1), 9);
    expect(otherPeaks).toMatchObject({ days: 2, biasPct: 0, hourHitPct: 100, topHoursBiasPct: 0 });
  });

  test('the autumn day counts with all its 25 hours', () => {
    const { peaks } = judge([{ zone: ZONE, points: pointsOf('2023-11-05', '2023-11-05', () => 0) }]);
    expect(peaks).toMatchObject({ days: 1, biasPct: 0, hourHitPct: 100 });
  });
});
