import { Areas, areaById, CONTRACT_AREAS, DAY_MS, HOUR_MS, ingestActuals } from '@loadcast/core';
import { sameHourLastWeek } from '@loadcast/core/forecast';
import { memoryActualsStore } from '@loadcast/core/memory';
import { expect, test, vi } from 'vitest';
import { openForecastRunner } from './forecast-runner.js';

const NOW = Date.UTC(2026, 6, 1);
const codes = { a: [{ code: 'plant-7' }], b: [], c: [], oasis: [] };
const WITH_OWN = new Areas([...CONTRACT_AREAS.list, { ...areaById('pjm'), id: 'own-1', series: 'OWN-1', codes }]);

const ingest = (store: ReturnType<typeof memoryActualsStore>, end: number, series = 'OWN-1') => {
  const [key, start] = [{ series, measure: 'demand' as const }, NOW - 40 * DAY_MS];
  const valuesMw = Float64Array.from({ length: (end - start) / HOUR_MS }, (_, hour) => 10 + (hour % 24));
  return ingestActuals(
    store,
    { source: 'own', provenance: {}, series: [{ key, start, valuesMw }] },
    { ingestedAt: end, arrival: 'live' },
  );
};

test('an area that is added while a runner runs is forecast, with load that comes later; an unknown one is not', async () => {
  const actuals = memoryActualsStore();
  let areas = CONTRACT_AREAS;
  const runner = await openForecastRunner(
    sameHourLastWeek,
    actuals,
    [areaById('pjm')],
    undefined,
    undefined,
    async () => areas,
  );
  await expect(runner.issue('own-1', NOW)).rejects.toThrow(RangeError);
  areas = WITH_OWN;
  await ingest(actuals, NOW);
  const first = await runner.issue('own-1', NOW);
  await ingest(actuals, NOW + DAY_MS);
  await runner.refresh();
  const later = await runner.issue('own-1', NOW + DAY_MS);
  expect(later.dataCutoff - first.dataCutoff).toBe(DAY_MS);
  await runner.close();
});

test('a series is read with the first forecast of its area after a start and each refresh, and no other is', async () => {
  const actuals = memoryActualsStore();
  for (const series of ['OWN-1', 'PJM']) await ingest(actuals, NOW, series);
  const reads = vi.spyOn(actuals, 'read');
  const seriesRead = () => reads.mock.calls.splice(0).map(([{ series }]) => series);
  const runner = await openForecastRunner(sameHourLastWeek, actuals, WITH_OWN.list);
  expect(seriesRead()).toEqual([]);
  for (const again of [1, 2, 3]) await runner.issue('own-1', NOW + again);
  expect(seriesRead()).toEqual(['OWN-1']);
  await runner.refresh();
  await runner.issue('own-1', NOW);
  expect(seriesRead()).toEqual(['OWN-1']);
  await runner.issue('pjm', NOW);
  expect(seriesRead()).toEqual(['PJM']);
  await runner.close();
});
