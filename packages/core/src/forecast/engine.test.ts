import { describe, expect, test } from 'vitest';
import {
  DAYS,
  expectNothingFromTheFuture,
  expectSameAsFresh,
  expectSound,
  hourOf,
  ISSUED_AT,
  issue,
  NEIGHBOURS,
  NYISO,
  START,
  syntheticData,
} from '../../test/engine-data.js';
import { areaById } from '../areas/contract-areas.js';
import type { KnownSeries } from '../series/known-series.js';
import { SyntheticData, syntheticSeries } from '../testing/synthetic-data.js';
import { DAY_MS, HOUR_MS } from '../time/instant.js';
import { quantileLine } from '../vintages/quantile-lines.js';
import { engine } from './engine.js';
import { type IssuedForecast, QUANTILE_LEVELS } from './forecaster.js';

test('changing every value that became known after the issue changes nothing', { timeout: 120_000 }, () =>
  expectNothingFromTheFuture({ tier: 'load', offers: {} }, 1),
);

test('a forecaster that has issued a minute ago issues what a fresh one does', { timeout: 120_000 }, () =>
  expectSameAsFresh({}, [ISSUED_AT - 60_000]),
);

test('history that became known all at once this morning is used', { timeout: 60_000 }, async () => {
  const made = syntheticData();
  const load = made.loads.get('NYIS')!;
  const filled = syntheticSeries(START, load.values, (at) => Math.max(at + 3 * HOUR_MS, ISSUED_AT - 5 * HOUR_MS));
  made.loads.set('NYIS', filled);
  const forecast = await issue(made);
  expectSound(forecast);
  const truth = load.values.subarray((forecast.start - START) / HOUR_MS);
  const mape = forecast.valueMw.reduce((sum, mw, i) => sum + Math.abs(mw / truth[i]! - 1) / 384, 0);
  expect(mape).toBeLessThan(0.06);
});

describe('with all inputs, explained', () => {
  const explained = issue(
    syntheticData({ neighbours: NEIGHBOURS, operator: 'tomorrow', weather: true }),
    ISSUED_AT,
    true,
  );

  test('the tier is the first one, and no input is excluded', async () => {
    expect(await explained).toMatchObject({ model: { name: 'loadcast-operator-weather' }, excludedInputs: [] });
  });

  test('contributions add up to the value in every hour, to the hundredth', async () => {
    const forecast = await explained;
    const parts = Object.values(forecast.contributions!);
    expect(parts).toHaveLength(6);
    for (let i = 0; i < 384; i++) {
      const sum = parts.reduce((total, part: Float64Array) => total + part[i]!, 0);
      expect(sum).toBeCloseTo(forecast.valueMw[i]!, 6);
    }
  });

  test('quantiles never cross, and 0.1, 0.5 and 0.9 are the forecast', async () => {
    const forecast = await explained;
    const quantiles = forecast.quantiles!;
    const at = (level: (typeof QUANTILE_LEVELS)[number]) => quantiles[QUANTILE_LEVELS.indexOf(level)];
    expect(at(0.1)).toEqual(forecast.p10Mw);
    expect(at(0.5)).toEqual(forecast.valueMw);
    expect(at(0.9)).toEqual(forecast.p90Mw);
    for (let q = 1; q < quantiles.length; q++) {
      for (let i = 0; i < 384; i++) expect(quantiles[q]![i]).toBeGreaterThanOrEqual(quantiles[q - 1]![i]!);
    }
  });

  test('quantiles that are read from the bounds lie near those of the error tables', async () => {
    const forecast = await explained;
    QUANTILE_LEVELS.forEach((level, position) => {
      const line = quantileLine(forecast, level);
      const missed = line.map(
        (mw, i) => Math.abs(mw - forecast.quantiles![position]![i]!) / (forecast.p90Mw[i]! - forecast.p10Mw[i]!),
      );
      expect([level, missed.reduce((sum, share) => sum + share) / missed.length < 0.08]).toEqual([level, true]);
    });
  });
});

describe('a faulty input is excluded, with the reason', () => {
  test('an operator forecast shifted by nine hours', { timeout: 60_000 }, async () => {
    const made = syntheticData({ operator: 'tomorrow' });
    const operator = made.operators.get('NYIS')!;
    const late = operator.values.map((_, i) => operator.values[Math.max(0, i - (i > 440 * 24 ? 9 : 0))]!);
    made.operators.set('NYIS', { ...operator, values: late });
    const forecast = await issue(made, START + 460 * DAY_MS + 14 * HOUR_MS);
    expect(forecast.model.name).toBe('loadcast-load');
    expect(forecast.excludedInputs.join()).toContain('operator: worse than load alone');
  });

  test('an operator forecast that is frozen', async () => {
    const made = syntheticData({ operator: 'tomorrow' });
    const operator = made.operators.get('NYIS')!;
    made.operators.set('NYIS', { ...operator, values: operator.values.map((mw, i) => (i > 525 * 24 ? 10_000 : mw)) });
    expect((await issue(made)).model.name).toBe('loadcast-load');
  });
});

describe('poor load', () => {
  const withLoad = (change: (mw: Float64Array) => void, days = DAYS): SyntheticData => {
    const made = syntheticData({ days });
    const load = made.loads.get('NYIS')!;
    const valuesMw = load.values.slice();
    change(valuesMw);
    made.loads.set(
      'NYIS',
      syntheticSeries(START, valuesMw, (at) => at + 3 * HOUR_MS),
    );
    return made;
  };
  const now = 530 * 24;

  test.each<{ name: string; change: (mw: Float64Array) => void }>([
    { name: 'a gap of six hours this morning', change: (mw) => mw.fill(Number.NaN, now + 4, now + 10) },
    { name: 'a gap of three days until now', change: (mw) => mw.fill(Number.NaN, now - 60) },
    { name: 'a gap of three weeks', change: (mw) => mw.fill(Number.NaN, now - 1000, now - 500) },
    { name: 'two days at one value', change: (mw) => mw.fill(12_345, now - 48) },
    { name: 'a day of zeros', change: (mw) => mw.fill(0, now - 24, now) },
    { name: 'a spike of 2^31 an hour ago', change: (mw) => mw.fill(2_147_480_000, now + 10, now + 11) },
    { name: 'negative values', change: (mw) => mw.fill(-500, now - 30, now - 20) },
  ])('$name: a sound forecast near the truth', { timeout: 60_000 }, async ({ change }) => {
    const forecast = await issue(withLoad(change));
    expectSound(forecast);
    const truth = syntheticData()
      .loads.get('NYIS')!
      .values.subarray((forecast.start - START) / HOUR_MS);
    for (let i = 0; i < 300; i++) expect(Math.abs(forecast.valueMw[i]! / truth[i]! - 1)).toBeLessThan(0.35);
  });

  const forecastOfAllLoad = issue(syntheticData());

  test.each([
    { name: 'two days', missingHours: 48 },
    { name: 'six days', missingHours: 144 },
  ])('$name without load until now widen the bounds of tomorrow', async ({ missingHours }) => {
    const width = (forecast: IssuedForecast, hour: number) => Math.log(forecast.p90Mw[hour]! / forecast.p10Mw[hour]!);
    const whole = await forecastOfAllLoad;
    const late = await issue(withLoad((mw) => mw.fill(Number.NaN, now + 14 - missingHours)));
    expect(late.dataCutoff).toBeLessThan(whole.dataCutoff - (missingHours - 24) * HOUR_MS);
    for (const hour of [2, 12]) expect(width(late, hour) / width(whole, hour)).toBeGreaterThan(1.1);
  });

  test('thirty days of history are enough', async () => {
    const made = withLoad((mw) => mw.fill(Number.NaN, 0, now - 30 * 24));
    const forecast = await issue(made);
    expectSound(forecast);
    expect(forecast.p90Mw[200]! / forecast.p10Mw[200]!).toBeGreaterThan(1.05);
  });

  test.each<{ name: string; change: (mw: Float64Array) => void; reason: string }>([
    { name: 'no load at all', change: (mw) => mw.fill(Number.NaN), reason: 'source_late' },
    { name: 'no load for forty days', change: (mw) => mw.fill(Number.NaN, now - 40 * 24), reason: 'source_late' },
    { name: 'five days of history', change: (mw) => mw.fill(Number.NaN, 0, now - 5 * 24), reason: 'before_history' },
  ])('$name is no_data: $reason', async ({ change, reason }) => {
    const made = withLoad(change);
    await expect(issue(made)).rejects.toThrow(expect.objectContaining({ code: 'no_data', details: { reason } }));
  });
});

describe('clocks', () => {
  test.each([
    { name: 'the morning before the spring change', at: Date.UTC(2023, 2, 11, 14) },
    { name: 'between midnight and the spring change', at: Date.UTC(2023, 2, 12, 5, 30) },
    { name: 'the evening before the autumn change', at: Date.UTC(2022, 10, 6, 2) },
    { name: 'inside the repeated hour', at: Date.UTC(2022, 10, 6, 6, 10) },
    { name: 'the last minute of the year', at: Date.UTC(2023, 0, 1, 4, 59) },
    { name: 'the first instant of a month', at: Date.UTC(2023, 4, 1) },
  ])('$name: 384 sound hours from the next full one', { timeout: 60_000 }, async ({ at }) => {
    const forecast = await issue(syntheticData(), at);
    expect(forecast.start).toBe(Math.ceil(at / HOUR_MS) * HOUR_MS);
    expectSound(forecast);
  });

  test('29 February is forecast like its neighbours', { timeout: 60_000 }, async () => {
    const start = Date.UTC(2022, 10, 1);
    const forecast = await engine
      .forArea(NYISO, new SyntheticData('NYIS', { start, days: 500 }))
      .issue(Date.UTC(2024, 1, 27, 14));
    expectSound(forecast);
  });
});

test.each(['nyiso', 'sdge', 'vea'] as const)(
  'the engine reads no series of %s that it does not declare',
  async (id) => {
    const area = areaById(id);
    const made = new SyntheticData(area.series, { start: START, days: 90, operator: 'tomorrow' });
    const read = new Set<string>();
    const noting =
      (measure: string, readSeries: (series: string) => KnownSeries | undefined) =>
      (series: string): KnownSeries | undefined => {
        read.add(`${series} ${measure}`);
        return readSeries(series);
      };
    const noted = {
      load: noting('demand', (series) => made.load(series)),
      operatorForecast: noting('day_ahead_forecast', (series) => made.operatorForecast(series)),
      weather: () => undefined,
    };
    await engine.forArea(area, noted).issue(hourOf(88, 14));
    const declared = new Set(engine.series(area).map(({ series, measure }) => `${series} ${measure}`));
    expect([...read].filter((key) => !declared.has(key))).toEqual([]);
    expect(read.size).toBeGreaterThan(10);
  },
);
