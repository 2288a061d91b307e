import { expect, test } from 'vitest';
import { CONTRACT_AREAS } from '../areas/contract-areas.js';
import { memoryActualsStore } from '../memory/index.js';
import type { Observations } from '../ports/load-source.js';
import { readAsOf } from '../series/known-series.js';
import { DAY_MS, HOUR_MS } from '../time/instant.js';
import { ingestActuals } from './ingest-actuals.js';
import { isFuture } from './observations.js';

const NOW = Date.UTC(2026, 2, 9);
const DEMAND = { series: 'NYIS', measure: 'demand' } as const;
const observations = (
  start: number,
  values: readonly number[],
  key: Observations['series'][0]['key'] = DEMAND,
): Observations => ({
  source: 'test',
  provenance: {},
  series: [{ key, start, valuesMw: Float64Array.from(values) }],
});

test('history: load is known two hours after its hour, a restatement when it was ingested', async () => {
  const store = memoryActualsStore();
  const start = NOW - 30 * DAY_MS;
  await ingestActuals(store, observations(start, [100, 200]), { ingestedAt: NOW, arrival: 'history' });
  const report = await ingestActuals(store, observations(start, [100, 222]), {
    ingestedAt: NOW + HOUR_MS,
    arrival: 'history',
  });
  expect(report.series[0]).toMatchObject({ newHours: 0, restatedHours: 1, unchangedHours: 1 });
  const series = await store.read(DEMAND);
  const read = (asOf: number) => [...readAsOf(series, { start, end: start + 2 * HOUR_MS }, asOf).valuesMw];
  expect(read(start + 3 * HOUR_MS)).toEqual([100, NaN]);
  expect(read(NOW)).toEqual([100, 200]);
  expect(read(NOW + HOUR_MS)).toEqual([100, 222]);
});

test.each([
  { name: 'an ordinary day', start: Date.UTC(2025, 6, 2, 3), known: Date.UTC(2025, 6, 1, 11) },
  { name: 'the spring change', start: Date.UTC(2026, 2, 8, 20), known: Date.UTC(2026, 2, 8, 11) },
  { name: 'the autumn change', start: Date.UTC(2025, 10, 2, 20), known: Date.UTC(2025, 10, 2, 12) },
  { name: 'a leap day', start: Date.UTC(2024, 1, 29, 20), known: Date.UTC(2024, 1, 29, 12) },
  { name: 'the last hour of a year', start: Date.UTC(2026, 0, 1, 4), known: Date.UTC(2025, 11, 31, 12) },
])('history: the operator’s forecast is known at 07:00 Eastern of its day: $name', async ({ start, known }) => {
  const store = memoryActualsStore();
  const key = { series: 'NYIS', measure: 'day_ahead_forecast' } as const;
  await ingestActuals(store, observations(start, [100], key), { ingestedAt: NOW, arrival: 'history' });
  expect([...(await store.read(key)).knownAtMs]).toEqual([known]);
});

test('live: everything is known when it was ingested', async () => {
  const store = memoryActualsStore();
  await ingestActuals(store, observations(NOW - DAY_MS, [1, 2]), { ingestedAt: NOW, arrival: 'live' });
  expect([...(await store.read(DEMAND)).knownAtMs]).toEqual([NOW, NOW]);
});

test('actuals more than an hour ahead are left out and counted', async () => {
  const store = memoryActualsStore();
  const report = await ingestActuals(store, observations(NOW - HOUR_MS, [1, 2, 3, 4]), {
    ingestedAt: NOW,
    arrival: 'live',
  });
  expect(report.series[0]).toMatchObject({ newHours: 2, futureHours: 2 });
  expect([...(await store.read(DEMAND)).values]).toEqual([1, 2]);
});

test.each([
  { measure: 'demand', hours: 0, future: false },
  { measure: 'demand', hours: 1, future: true },
  { measure: 'day_ahead_forecast', hours: 47, future: false },
  { measure: 'day_ahead_forecast', hours: 24 * 16, future: true },
] as const)('$measure of the hour $hours h ahead is from the future: $future', ({ measure, hours, future }) => {
  expect(isFuture(measure, NOW + hours * HOUR_MS, NOW)).toBe(future);
});

test('a set with nothing new appends nothing', async () => {
  const store = memoryActualsStore();
  let appended = 0;
  const counting = {
    ...store,
    append(batch: Parameters<typeof store.append>[0]) {
      appended++;
      return store.append(batch);
    },
  };
  for (const arrival of ['history', 'history', 'live'] as const) {
    await ingestActuals(counting, observations(NOW - DAY_MS, [1, NaN, 3]), { ingestedAt: NOW, arrival });
  }
  expect(appended).toBe(1);
});

test('screening counts what came in and keeps it as reported', async () => {
  const store = memoryActualsStore();
  const usual = Array.from(
    { length: 40 * 24 },
    (_, hour) => 15_000 + 3_000 * Math.sin((hour * Math.PI) / 12) + (hour % 7),
  );
  const start = NOW - 60 * DAY_MS;
  await ingestActuals(store, observations(start, usual), { ingestedAt: NOW, arrival: 'history' });
  const bad = [0, -3, NaN, 2_147_480_000];
  const report = await ingestActuals(store, observations(start + usual.length * HOUR_MS, bad), {
    ingestedAt: NOW,
    arrival: 'history',
    areas: CONTRACT_AREAS,
  });
  expect(report.screening).toMatchObject([{ areaId: 'nyiso', flags: { good: 0, zero: 1, negative: 1, missing: 1 } }]);
  expect([...(await store.read(DEMAND)).values].slice(-1)).toEqual([2_147_480_000]);
});

test('a key given twice is refused and nothing is stored', async () => {
  const store = memoryActualsStore();
  const twice = { ...observations(0, [1]), series: [...observations(0, [1]).series, ...observations(0, [2]).series] };
  await expect(ingestActuals(store, twice, { ingestedAt: NOW, arrival: 'live' })).rejects.toThrow(RangeError);
  expect(await store.keys()).toEqual([]);
});
