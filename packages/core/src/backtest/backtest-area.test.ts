import { describe, expect, test } from 'vitest';
import { areaById } from '../areas/contract-areas.js';
import { ServiceError } from '../errors/service-error.js';
import type { ForecastData, Forecaster } from '../forecast/forecaster.js';
import { MARKET_RUNS } from '../horizons/horizon.js';
import { foldBlocks, type KnownSeries, newestHour, readAsOf } from '../series/known-series.js';
import { ceilToHour, HOUR_MS } from '../time/instant.js';
import { operatingDayWindow } from '../time/operating-day.js';
import { VINTAGE_HOURS } from '../vintages/vintage.js';
import { backtestArea } from './backtest-area.js';
import { gateDays, hourlyIssues, leadDaysOf, operatingDays } from './gate-days.js';
import { scorePaired, scorePoints } from './score-points.js';

const FIRST = Date.UTC(2023, 0, 1);
const LAST = Date.UTC(2024, 3, 1);
const PJM = areaById('pjm');
const NINE = 9 * HOUR_MS;

/** Grows by a megawatt an hour around a daily shape, so that every hour of every week differs. */
function loadOf(change: (hour: number, mw: number) => number = (_, mw) => mw): KnownSeries {
  const values = Float64Array.from({ length: (LAST - FIRST) / HOUR_MS }, (_, hour) =>
    change(hour, 90_000 + hour + Math.round(10_000 * Math.sin((2 * Math.PI * hour) / 24))),
  );
  return foldBlocks([{ start: FIRST, values, known: { kind: 'lag', lagMs: 2 * HOUR_MS } }]);
}

/** Same hour last week, or two or three weeks ago where that is not known; bounds of 5 %. */
const lastWeek: Forecaster = {
  name: 'last-week',
  version: '1',
  inputs: ['own'],
  series: ({ series }) => [{ series, measure: 'demand' }],
  forArea: (area, data) => ({
    async issue(issuedAt) {
      const load = data.load(area.series);
      const start = ceilToHour(issuedAt);
      const dataCutoff = load && newestHour(load, issuedAt);
      if (!load || dataCutoff === undefined || dataCutoff < start - 21 * 24 * HOUR_MS) {
        throw new ServiceError('no_data', `no recent load of ${area.series}`, { reason: 'not_covered' });
      }
      const past = readAsOf(load, { start: start - 21 * 24 * HOUR_MS, end: start }, issuedAt).valuesMw;
      const valueMw = Float64Array.from({ length: VINTAGE_HOURS }, (_, i) => {
        for (let at = i + 14 * 24; at >= 0; at -= 168) if (past[at]! > 0) return past[at]!;
        return 0;
      });
      const scaled = (factor: number) => valueMw.map((mw) => Math.round(mw * factor));
      return {
        start,
        valueMw,
        p10Mw: scaled(0.95),
        p90Mw: scaled(1.05),
        dataCutoff,
        model: { name: 'last-week', version: '1' },
        excludedInputs: [],
      };
    },
  }),
};

const dataOf = (load: KnownSeries): ForecastData => ({
  load: (series) => (series === 'PJM' ? load : undefined),
  operatorForecast: () => undefined,
  weather: () => undefined,
});

const subjectOf = (load: KnownSeries) => ({ area: PJM, forecaster: lastWeek, data: dataOf(load), truth: load });
const planOf = (from: string, to: string) => ({ from, to, runs: MARKET_RUNS, gateTimeOfDayMs: NINE });

describe('gateDays', () => {
  test('one morning serves every run that its forecast speaks for', () => {
    const mornings = gateDays(PJM, planOf('2023-07-16', '2023-07-31'));
    const first = mornings[0]!;
    expect(new Date(first.issuedAt).toISOString()).toBe('2023-07-01T13:00:00.000Z');
    expect(first.targets).toMatchObject([{ run: '15DA', operatingDay: '2023-07-16' }]);
    const busy = mornings.find(({ issuedAt }) => issuedAt === Date.UTC(2023, 6, 16, 13))!;
    expect(busy.targets.map(({ run, operatingDay }) => `${run} ${operatingDay}`).sort()).toEqual([
      '15DA 2023-07-31',
      '2DA 2023-07-18',
      '7DA 2023-07-23',
      'DAM 2023-07-17',
    ]);
    expect(mornings).toHaveLength(30);
  });

  test.each([
    { from: '2024-02-28', to: '2024-03-01', days: 3 },
    { from: '2023-12-31', to: '2024-01-01', days: 2 },
    { from: '2024-01-02', to: '2024-01-01', days: 0 },
  ])('from $from to $to are $days operating days', ({ from, to, days }) => {
    expect(operatingDays(from, to)).toHaveLength(days);
  });
});

describe('hours ahead', () => {
  const planOfLeads = (from: string, to: string, leads: readonly number[], everyHours?: number) => ({
    ...planOf(from, to),
    runs: [],
    leads,
    ...(everyHours && { everyHours }),
  });

  test.each([
    { name: 'an ordinary day', day: '2023-06-20', issues: 24 },
    { name: 'the spring change', day: '2023-03-12', issues: 23 },
    { name: 'the autumn change', day: '2023-11-05', issues: 25 },
    { name: 'a leap day', day: '2024-02-29', issues: 24 },
    { name: 'the last day of a year', day: '2023-12-31', issues: 24 },
  ])('$name has $issues issues of the first hour, and one fewer of the second', async ({ day, issues }) => {
    const issued = hourlyIssues(PJM, planOfLeads(day, day, [1, 2]));
    expect(issued).toHaveLength(issues);
    expect(issued.at(-1)!.targets.map(({ run }) => run)).toEqual(['1h']);
    const { runs } = await backtestArea(subjectOf(loadOf()), planOfLeads(day, day, [1, 2]));
    expect(runs.map(({ run, points }) => [run, scorePoints(points).hours])).toEqual([
      ['1h', issues],
      ['2h', issues - 1],
    ]);
  });

  test('each hour was issued so many hours before it ended', async () => {
    const { runs } = await backtestArea(subjectOf(loadOf()), planOfLeads('2023-06-20', '2023-06-21', [1, 6]));
    for (const [i, hours] of [1, 6].entries()) {
      const { start, issuedAt } = runs[i]!.points;
      for (let row = hours - 1; row < 48; row++) expect(start[row]! - issuedAt[row]!).toBe((hours - 1) * HOUR_MS);
      expect(issuedAt.subarray(0, hours - 1).every(Number.isNaN)).toBe(true);
    }
  });

  test('every seventh hour of a week is one of each hour of the day', () => {
    const issued = hourlyIssues(PJM, planOfLeads('2023-06-19', '2023-06-25', [1], 7));
    expect(issued).toHaveLength(24);
    expect(new Set(issued.map(({ issuedAt }) => new Date(issuedAt).getUTCHours())).size).toBe(24);
  });

  test('without leads, or without days, there are none', () => {
    expect(hourlyIssues(PJM, planOf('2023-06-20', '2023-06-21'))).toEqual([]);
    expect(hourlyIssues(PJM, planOfLeads('2023-06-21', '2023-06-20', [1]))).toEqual([]);
  });
});

describe('backtestArea', () => {
  test.each([
    { name: 'spring change', from: '2023-03-12', to: '2023-03-12', hours: 23 },
    { name: 'autumn change', from: '2023-11-05', to: '2023-11-05', hours: 25 },
    { name: 'leap day', from: '2024-02-29', to: '2024-02-29', hours: 24 },
    { name: 'year end', from: '2023-12-31', to: '2024-01-01', hours: 48 },
  ])('every run of the $name has $hours hours', async ({ from, to, hours }) => {
    const { runs } = await backtestArea(subjectOf(loadOf()), planOf(from, to));
    for (const { points } of runs) expect(scorePoints(points).hours).toBe(hours);
  });

  test('each run is issued at its own gate and scored on its own day', async () => {
    const { runs } = await backtestArea(subjectOf(loadOf()), planOf('2023-06-20', '2023-06-20'));
    const { start } = operatingDayWindow('America/New_York', '2023-06-20');
    for (const [i, { points }] of runs.entries()) {
      expect(points.start[0]).toBe(start);
      expect(new Set(points.issuedAt)).toEqual(new Set([Date.UTC(2023, 5, 20 - leadDaysOf(MARKET_RUNS[i]!), 13)]));
    }
  });

  test('a model that says last week is exactly as good as the naive baseline', async () => {
    const { runs } = await backtestArea(subjectOf(loadOf()), planOf('2023-05-01', '2023-05-20'));
    for (const { points } of runs) {
      const { model, baseline } = scorePaired(points, 'naive168Mw');
      expect(model.hours).toBe(20 * 24);
      expect(model.maeMw).toBe(baseline.maeMw);
    }
    expect(scorePoints(runs[0]!.points).maeMw).toBeCloseTo(168, 9);
  });

  test('an actual that screening flags is dropped for every run and baseline alike', async () => {
    const spike = 24 * 150 + 7;
    const { runs } = await backtestArea(
      subjectOf(loadOf((hour, mw) => (hour === spike ? 2_147_480_000 : mw))),
      planOf('2023-05-25', '2023-06-05'),
    );
    for (const { points } of runs) {
      const row = points.start.indexOf(FIRST + spike * HOUR_MS);
      expect(row).toBeGreaterThan(0);
      expect(points.actualMw[row]).toBeNaN();
      expect(scorePoints(points).hours).toBe(12 * 24 - 1);
      expect(scorePaired(points, 'naive24Mw').baseline.hours).toBe(12 * 24 - 1);
    }
  });

  test('nothing known after a gate changes what is forecast at it', async () => {
    const gate = Date.UTC(2023, 5, 1, 13);
    const corrupt = loadOf((hour, mw) => (FIRST + (hour + 3) * HOUR_MS > gate ? 1 : mw));
    const plan = planOf('2023-06-02', '2023-06-02');
    const forecasts = async (load: KnownSeries) =>
      (await backtestArea(subjectOf(load), plan)).runs.map(({ points }) => [
        points.valueMw,
        points.naive168Mw,
        points.p10Mw,
      ]);
    expect(await forecasts(corrupt)).toEqual(await forecasts(loadOf()));
  });

  test('a forecast issued alone equals the one of the backtest, bit for bit', async () => {
    const load = loadOf();
    const { runs } = await backtestArea(subjectOf(load), planOf('2023-08-01', '2023-08-20'));
    for (const { points } of runs) {
      const row = 24 * 11;
      const alone = await lastWeek.forArea(PJM, dataOf(load)).issue(points.issuedAt[row]!);
      const lead = (points.start[row]! - alone.start) / HOUR_MS;
      expect(points.valueMw.subarray(row, row + 24)).toEqual(alone.valueMw.subarray(lead, lead + 24));
      expect(points.p90Mw.subarray(row, row + 24)).toEqual(alone.p90Mw.subarray(lead, lead + 24));
    }
  });

  test('quantiles are asked for only when wanted, and counted below the actual', async () => {
    const withQuantiles: Forecaster = {
      ...lastWeek,
      forArea: (area, data) => ({
        async issue(issuedAt, options) {
          const issued = await lastWeek.forArea(area, data).issue(issuedAt);
          if (!options?.quantiles) return issued;
          return {
            ...issued,
            quantiles: [0.9, 1, 1.001, 1.1].map((factor) => issued.valueMw.map((mw) => mw * factor)),
          };
        },
      }),
    };
    const subject = { ...subjectOf(loadOf()), forecaster: withQuantiles };
    const plan = { ...planOf('2023-05-01', '2023-05-02'), runs: ['DAM'] as const };
    const bins = async (quantiles: boolean) =>
      new Set((await backtestArea(subject, { ...plan, quantiles })).runs[0]!.points.pitBin);
    expect(await bins(false)).toEqual(new Set([Number.NaN]));
    // The load is 168 MW above last week's 80 to 103 GW: above 1.001 of it.
    expect(await bins(true)).toEqual(new Set([3]));
  });

  test('mornings without enough data are counted with the reason and leave NaN', async () => {
    const { runs, gaps, issues } = await backtestArea(subjectOf(loadOf()), planOf('2023-01-01', '2023-01-10'));
    expect(gaps).toEqual([{ reason: 'no recent load of PJM', issues: 15 }]);
    expect(issues).toBe(9);
    const longest = runs.find(({ run }) => run === '15DA')!;
    expect(scorePoints(longest.points).hours).toBe(0);
  });

  test('a fault of the model is not taken for a lack of data', async () => {
    const broken: Forecaster = {
      ...lastWeek,
      forArea: () => ({
        async issue() {
          throw new TypeError('broken');
        },
      }),
    };
    const subject = { ...subjectOf(loadOf()), forecaster: broken };
    await expect(backtestArea(subject, planOf('2023-05-01', '2023-05-01'))).rejects.toThrow('broken');
  });

  test('progress counts every morning once', async () => {
    const seen: string[] = [];
    await backtestArea(subjectOf(loadOf()), planOf('2023-05-01', '2023-05-02'), (done, total) =>
      seen.push(`${done}/${total}`),
    );
    expect(seen).toEqual(['1/7', '2/7', '3/7', '4/7', '5/7', '6/7', '7/7']);
  });
});
