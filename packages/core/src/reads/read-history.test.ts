import { expect, test } from 'vitest';
import { areaById } from '../areas/contract-areas.js';
import { memoryActualsStore } from '../memory/memory-actuals-store.js';
import { memoryVintageStore } from '../memory/memory-vintage-store.js';
import { buildBatch, buildBlock } from '../testing/builders.js';
import { DAY_MS, HOUR_MS } from '../time/instant.js';
import { readHistory } from './read-history.js';
import { readLatest } from './read-latest.js';

const START = Date.parse('2026-01-20T00:00Z');
const DAYS = 60;
const NOW = START + DAYS * DAY_MS + 2.5 * HOUR_MS;
const area = areaById('pjm');
const usual = (hour: number): number => 90_000 + 12_000 * Math.sin((hour * Math.PI) / 12) + 37 * (hour % 5);

/** PJM's load with faults in its last day, at these hours of it. */
async function actualsWith(faults: Readonly<Record<number, number>>) {
  const actuals = memoryActualsStore();
  const values = Array.from(
    { length: DAYS * 24 },
    (_, hour) => faults[hour - (DAYS - 1) * 24] ?? Math.round(usual(hour)),
  );
  await actuals.append(buildBatch([buildBlock(new Date(START).toISOString(), values, { series: 'PJM' })]));
  return actuals;
}

const lastDay = { start: START + (DAYS - 1) * DAY_MS, end: START + DAYS * DAY_MS };
const query = { area, window: lastDay, asOf: Number.MAX_SAFE_INTEGER };

test.each([
  { name: 'nothing is wrong', faults: {}, missing: [] },
  { name: 'an hour was never published', faults: { 5: Number.NaN }, missing: [5] },
  { name: 'an hour is zero', faults: { 5: 0 }, missing: [5] },
  { name: 'an hour is negative', faults: { 5: -90_000 }, missing: [5] },
  { name: 'an hour is a thousand times too high', faults: { 5: 90_000_000 }, missing: [5] },
  { name: 'the series froze', faults: { 5: 91_000, 6: 91_000, 7: 91_000, 8: 91_000 }, missing: [5, 6, 7, 8] },
])('history when $name: only good hours are told, the rest is counted', async ({ faults, missing }) => {
  const view = await readHistory({ actuals: await actualsWith(faults) }, query);
  const absent = [...view.hours.valuesMw.keys()].filter((hour) => Number.isNaN(view.hours.valuesMw[hour]));
  expect(absent).toEqual(missing);
  expect(view.missing).toBe(missing.length);
  expect(view.count).toBe(24 - missing.length);
});

test('hours that are not over yet are not missing', async () => {
  const actuals = await actualsWith({});
  const window = { start: NOW - 4 * HOUR_MS, end: NOW + DAY_MS };
  const view = await readHistory({ actuals }, { ...query, window, asOf: NOW });
  // 23:00 is known; 00:00 and 01:00 are over and not known; 02:00 is running
  expect({ count: view.count, missing: view.missing }).toEqual({ count: 1, missing: 2 });
});

test.each([
  { name: 'not measured yet', start: NOW + HOUR_MS, reason: 'not_covered' },
  { name: 'late', start: START + DAYS * DAY_MS, reason: 'source_late' },
  { name: 'older than what is kept', start: START - DAY_MS, reason: 'before_history' },
])('no_data when the hours are $name: $reason', async ({ start, reason }) => {
  const actuals = await actualsWith({});
  const window = { start, end: start + HOUR_MS };
  await expect(readHistory({ actuals }, { ...query, window, asOf: NOW })).rejects.toMatchObject({
    code: 'no_data',
    details: { reason },
  });
});

test('the latest actual is the newest good one', async () => {
  const deps = { actuals: await actualsWith({ 22: 0, 23: -5 }), vintages: memoryVintageStore() };
  await expect(readLatest(deps, area, NOW)).rejects.toMatchObject({ details: { reason: 'not_issued' } });
  const start = START + DAYS * DAY_MS;
  const hours = Float64Array.from({ length: 24 }, (_, i) => i);
  const vintage = { areaId: 'pjm', issuedAt: start, availableAt: start, dataCutoff: 0, start } as const;
  const model = { name: 'test', version: '1' };
  await deps.vintages.append({ ...vintage, model, valueMw: hours, p10Mw: hours, p90Mw: hours });
  const { actual, forecast } = await readLatest(deps, area, NOW);
  expect(actual.start).toBe(START + DAYS * DAY_MS - 3 * HOUR_MS);
  expect(forecast).toEqual({ start: start + 3 * HOUR_MS, valueMw: 3, issuedAt: start });
});
