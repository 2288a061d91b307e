import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { areaById } from '../areas/contract-areas.js';
import { MARKET_RUNS, type MarketRun } from '../horizons/horizon.js';
import { memoryActualsStore } from '../memory/memory-actuals-store.js';
import { memoryVintageStore } from '../memory/memory-vintage-store.js';
import type { VintageStore } from '../ports/vintage-store.js';
import { DAY_MS, type EpochMs, HOUR_MS } from '../time/instant.js';
import { addDays, operatingDayWindow } from '../time/operating-day.js';
import { gateInstant } from '../vintages/market-run.js';
import { VINTAGE_HOURS } from '../vintages/vintage.js';
import { accuracyOf, accuracyOfDay } from './accuracy-of.js';

const CAISO = areaById('caiso');
const FIRST = Date.UTC(2023, 0, 1);
const LAST = Date.UTC(2023, 11, 31);

/** A load with a day and a week in it, never frozen. */
const loadMw = (start: EpochMs): number => {
  const hour = start / HOUR_MS;
  return (
    Math.round(20_000 + 3000 * Math.sin((2 * Math.PI * hour) / 24) + 500 * Math.sin((2 * Math.PI * hour) / 168)) +
    (hour % 3)
  );
};

async function storedActuals(change: (start: EpochMs, mw: number) => number = (_, mw) => mw) {
  const actuals = memoryActualsStore();
  const hours = (LAST - FIRST) / HOUR_MS;
  const values = Float64Array.from({ length: hours }, (_, i) =>
    change(FIRST + i * HOUR_MS, loadMw(FIRST + i * HOUR_MS)),
  );
  await actuals.append({
    source: 'test',
    ingestedAt: LAST,
    provenance: {},
    blocks: [
      {
        key: { series: 'CISO', measure: 'demand' },
        start: FIRST,
        values,
        known: { kind: 'lag', lagMs: 2 * HOUR_MS },
      },
      {
        key: { series: 'CISO', measure: 'day_ahead_forecast' },
        start: FIRST,
        values: values.map((mw) => mw + 400),
        known: { kind: 'lag', lagMs: -24 * HOUR_MS },
      },
    ],
  });
  return actuals;
}

/** A vintage whose every hour is the true load plus `offMw`. */
async function issue(vintages: VintageStore, issuedAt: EpochMs, offMw: number, version = '1', availableAt = issuedAt) {
  const start = Math.ceil(issuedAt / HOUR_MS) * HOUR_MS;
  const valueMw = Float64Array.from({ length: VINTAGE_HOURS }, (_, i) => loadMw(start + i * HOUR_MS) + offMw);
  const kept = await vintages.append({
    areaId: 'caiso',
    issuedAt,
    availableAt,
    dataCutoff: start - 2 * HOUR_MS,
    model: { name: 'test', version },
    start,
    valueMw,
    p10Mw: valueMw.map((mw) => mw - 150),
    p90Mw: valueMw.map((mw) => mw + 50),
  });
  expect(kept).toBe(true);
}

const gate = (day: string, run: MarketRun = 'DAM'): EpochMs => gateInstant(CAISO, run, day);
const NOW = operatingDayWindow('America/Los_Angeles', '2023-06-30').start + 12 * HOUR_MS;

describe('accuracyOf', () => {
  test('scores what was said at the gate, not what was said later', async () => {
    const deps = { actuals: await storedActuals(), vintages: memoryVintageStore() };
    for (let back = 1; back <= 31; back++) {
      const day = addDays('2023-06-30', -back);
      await issue(deps.vintages, gate(day) - HOUR_MS, 1000);
      await issue(deps.vintages, gate(day), 100, 'at-the-gate');
      await issue(deps.vintages, gate(day) + HOUR_MS, 5000);
    }
    const { scores, firstDay, lastDay, model } = await accuracyOf(deps, { area: CAISO, asOf: NOW });
    expect({ firstDay, lastDay }).toEqual({ firstDay: '2023-05-31', lastDay: '2023-06-29' });
    expect(scores.hours).toBe(30 * 24);
    expect(scores.maeMw).toBeCloseTo(100, 9);
    expect(scores.biasMw).toBeCloseTo(100, 9);
    expect(scores.coveragePct).toBe(100);
    expect(scores.widthMw).toBeCloseTo(200, 9);
    expect(model?.version).toBe('at-the-gate');
  });

  test('a vintage issued before the gate and committed after it does not count', async () => {
    const deps = { actuals: await storedActuals(), vintages: memoryVintageStore() };
    await issue(deps.vintages, gate('2023-06-29') - 2 * HOUR_MS, 100);
    await issue(deps.vintages, gate('2023-06-29') - HOUR_MS, 700, '2', gate('2023-06-29') + 1);
    const { scores } = await accuracyOf(deps, { area: CAISO, asOf: NOW, windowDays: 1 });
    expect(scores.maeMw).toBeCloseTo(100, 9);
  });

  test.each(MARKET_RUNS)('%s is the vintage of its own gate', async (run) => {
    const deps = { actuals: await storedActuals(), vintages: memoryVintageStore() };
    for (const [i, each] of MARKET_RUNS.entries()) await issue(deps.vintages, gate('2023-06-29', each), 100 * (i + 1));
    const { scores } = await accuracyOf(deps, { area: CAISO, run, asOf: NOW, windowDays: 1 });
    expect(scores.hours).toBe(24);
    expect(scores.maeMw).toBeCloseTo(100 * (MARKET_RUNS.indexOf(run) + 1), 9);
  });

  test.each([
    { name: 'the spring change', day: '2023-03-12', hours: 23 },
    { name: 'the autumn change', day: '2023-11-05', hours: 25 },
    { name: 'an ordinary day', day: '2023-06-15', hours: 24 },
  ])('$name has $hours paired hours', async ({ day, hours }) => {
    const deps = { actuals: await storedActuals(), vintages: memoryVintageStore() };
    await issue(deps.vintages, gate(day), 100);
    const { scores } = await accuracyOfDay(deps, { area: CAISO, day, asOf: gate(day) + 10 * DAY_MS });
    expect(scores.hours).toBe(hours);
  });

  test.each([
    { name: 'missing', mw: Number.NaN },
    { name: 'zero', mw: 0 },
    { name: 'a spike', mw: 2_147_480 },
  ])('an hour whose actual is $name is left out of model and baseline', async ({ mw }) => {
    const bad = operatingDayWindow('America/Los_Angeles', '2023-06-29').start + 5 * HOUR_MS;
    const actuals = await storedActuals((start, usual) => (start === bad ? mw : usual));
    const deps = { actuals, vintages: memoryVintageStore() };
    await issue(deps.vintages, gate('2023-06-29'), 100);
    const query = { area: CAISO, asOf: NOW, windowDays: 1, baseline: 'naive_168h' } as const;
    const { scores, baseline } = await accuracyOf(deps, query);
    expect(scores.hours).toBe(23);
    expect(scores.maeMw).toBeCloseTo(100, 9);
    expect(baseline?.scores.hours).toBe(23);
  });

  test('an area without vintages has zero hours and no model', async () => {
    const deps = { actuals: await storedActuals(), vintages: memoryVintageStore() };
    const accuracy = await accuracyOf(deps, { area: CAISO, asOf: NOW });
    expect(accuracy.scores.hours).toBe(0);
    expect(accuracy.scores.mapePct).toBeNaN();
    expect(accuracy).not.toHaveProperty('model');
  });

  test('a day whose gate is yet to come has zero hours', async () => {
    const deps = { actuals: await storedActuals(), vintages: memoryVintageStore() };
    await issue(deps.vintages, gate('2023-06-29'), 100);
    const { scores } = await accuracyOfDay(deps, { area: CAISO, day: '2023-07-02', asOf: NOW });
    expect(scores.hours).toBe(0);
  });

  test('a window of no days is refused', async () => {
    const deps = { actuals: await storedActuals(), vintages: memoryVintageStore() };
    await expect(accuracyOf(deps, { area: CAISO, asOf: NOW, windowDays: 0 })).rejects.toThrow(RangeError);
    await expect(accuracyOf(deps, { area: CAISO, asOf: NOW, windowDays: 1.5 })).rejects.toThrow(RangeError);
  });
});

describe('baselines', () => {
  test('the operator is scored as published and skill is against it', async () => {
    const deps = { actuals: await storedActuals(), vintages: memoryVintageStore() };
    await issue(deps.vintages, gate('2023-06-29'), 100);
    const { baseline } = await accuracyOf(deps, { area: CAISO, asOf: NOW, windowDays: 1, baseline: 'operator' });
    expect(baseline?.scores.maeMw).toBeCloseTo(400, 9);
    expect(baseline?.modelScores.maeMw).toBeCloseTo(100, 9);
    expect(baseline?.skillPct).toBeCloseTo(75, 9);
  });

  // CAISO's gate of a day is 09:00 on the day before.
  test.each([
    { name: 'at its gate', knownHours: [-16], lateHours: 0, maeMw: 400 },
    { name: 'at its gate, and changed on the day', knownHours: [-16, 3], lateHours: 0, maeMw: 400 },
    { name: 'on the day itself, as EIA-930 has it', knownHours: [-3], lateHours: 24, maeMw: 400 },
    { name: 'on the day itself, and changed later', knownHours: [-3, 3], lateHours: 24, maeMw: 400 },
  ])('the operator published $name: the row says how many hours came after the gate', async (of) => {
    const deps = { actuals: memoryActualsStore(), vintages: memoryVintageStore() };
    await issue(deps.vintages, gate('2023-06-29'), 100);
    const { start } = operatingDayWindow('America/Los_Angeles', '2023-06-29');
    const load = Float64Array.from({ length: 24 }, (_, i) => loadMw(start + i * HOUR_MS));
    const forecast = { key: { series: 'CISO', measure: 'day_ahead_forecast' }, start } as const;
    const blocks = [
      { key: { series: 'CISO', measure: 'demand' }, start, values: load, known: { kind: 'lag', lagMs: 0 } } as const,
      ...of.knownHours.map((hours, i) => {
        const known = { kind: 'at', at: start + hours * HOUR_MS } as const;
        return { ...forecast, values: load.map((mw) => mw + 400 * (i + 1)), known };
      }),
    ];
    await deps.actuals.append({ source: 'test', ingestedAt: NOW, provenance: {}, blocks });
    const { baseline } = await accuracyOf(deps, { area: CAISO, asOf: NOW, windowDays: 1, baseline: 'operator' });
    expect(baseline).toMatchObject({ lateHours: of.lateHours, scores: { hours: 24, maeMw: of.maeMw } });
  });

  test('a baseline without values has zero hours and no skill', async () => {
    const vintages = memoryVintageStore();
    await issue(vintages, gate('2023-06-29'), 100);
    const actuals = memoryActualsStore();
    const { start } = operatingDayWindow('America/Los_Angeles', '2023-06-29');
    const values = Float64Array.from({ length: 24 }, (_, i) => loadMw(start + i * HOUR_MS));
    const known = { kind: 'lag', lagMs: 0 } as const;
    await actuals.append({
      source: 'one day',
      ingestedAt: NOW,
      provenance: {},
      blocks: [{ key: { series: 'CISO', measure: 'demand' }, start, values, known }],
    });
    const query = { area: CAISO, asOf: NOW, windowDays: 1, baseline: 'naive_168h' } as const;
    const { scores, baseline } = await accuracyOf({ actuals, vintages }, query);
    expect(scores.hours).toBe(24);
    expect(baseline?.scores.hours).toBe(0);
    expect(baseline?.skillPct).toBeNaN();
  });
});

describe('what is kept in memory between calls changes nothing', () => {
  test('a restatement changes the score from the instant it is known, and not before', async () => {
    const deps = { actuals: await storedActuals(), vintages: memoryVintageStore() };
    await issue(deps.vintages, gate('2023-06-29'), 0);
    const maeMw = async (asOf: EpochMs) => (await accuracyOf(deps, { area: CAISO, asOf, windowDays: 1 })).scores.maeMw;
    expect(await maeMw(NOW)).toBe(0);
    const { start } = operatingDayWindow('America/Los_Angeles', '2023-06-29');
    await deps.actuals.append({
      source: 'restated',
      ingestedAt: NOW + HOUR_MS,
      provenance: {},
      blocks: [
        {
          key: { series: 'CISO', measure: 'demand' },
          start,
          values: Float64Array.of(loadMw(start) + 240),
          known: { kind: 'at', at: NOW + HOUR_MS },
        },
      ],
    });
    expect(await maeMw(NOW)).toBe(0);
    expect(await maeMw(NOW + HOUR_MS)).toBeCloseTo(10, 9);
  });

  test('a vintage kept late with an older time of availability is taken up', async () => {
    const deps = { actuals: await storedActuals(), vintages: memoryVintageStore() };
    const ask = async () => (await accuracyOf(deps, { area: CAISO, asOf: NOW, windowDays: 3 })).scores;
    await issue(deps.vintages, gate('2023-06-29'), 100);
    expect(await ask()).toMatchObject({ hours: 24 });
    await issue(deps.vintages, gate('2023-06-28'), 300);
    expect(await ask()).toMatchObject({ hours: 48 });
    expect((await ask()).maeMw).toBeCloseTo(200, 9);
  });

  test('more days than are kept in memory are scored all the same, and so are the first of them again', async () => {
    const deps = { actuals: await storedActuals(), vintages: memoryVintageStore() };
    for (let back = 1; back <= 20; back++) await issue(deps.vintages, gate(addDays('2023-06-30', -back)), 10 * back);
    const ask = (windowDays: number) => accuracyOf(deps, { area: CAISO, asOf: NOW, windowDays });
    const before = await ask(30);
    expect((await ask(4_500)).scores).toEqual(before.scores);
    expect(await ask(30)).toEqual(before);
  });

  test('any order of questions gives the answers of a fresh reader', async () => {
    const actuals = await storedActuals();
    const vintages = memoryVintageStore();
    for (let back = 1; back <= 20; back++) {
      await issue(vintages, gate(addDays('2023-06-30', -back)) - (back % 3) * HOUR_MS, 10 * back);
    }
    const fresh = () => ({ actuals: { read: actuals.read }, vintages: { ...vintages } });
    const question = fc.record({
      run: fc.constantFrom(...MARKET_RUNS),
      windowDays: fc.integer({ min: 1, max: 12 }),
      asOf: fc.integer({ min: -200, max: 200 }).map((hours) => NOW + hours * HOUR_MS),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(question, { minLength: 2, maxLength: 5 }), async (questions) => {
        const warm = fresh();
        for (const query of questions) {
          expect(await accuracyOf(warm, { area: CAISO, ...query })).toEqual(
            await accuracyOf(fresh(), { area: CAISO, ...query }),
          );
        }
      }),
      { numRuns: 15 },
    );
  });
});
