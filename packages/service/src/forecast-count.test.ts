import { AREAS, type AreaId, areaById, CONTRACT_AREAS, type EpochMs, HOUR_MS, MINUTE_MS } from '@loadcast/core';
import { memoryActualsStore, memoryVintageStore } from '@loadcast/core/memory';
import { buildBatch, buildBlock, buildVintage } from '@loadcast/core/testing';
import { expect, test } from 'vitest';
import { ForecastCount } from './forecast-count.js';

/** A store whose areas have forecasts from given instants on, and the vintages of any process as they are announced. */
function countOf(from: Partial<Record<AreaId, EpochMs>>, now = 100) {
  const listeners = new Set<() => void>();
  let reads = 0;
  const atOnce = { now: 0, most: 0 };
  const count = new ForecastCount({
    areas: () => CONTRACT_AREAS,
    clock: { now: () => now },
    actuals: memoryActualsStore(),
    backfillsGates: false,
    vintages: {
      count: async (areaId: AreaId, asOf: EpochMs) => {
        reads++;
        atOnce.now++;
        atOnce.most = Math.max(atOnce.most, atOnce.now);
        await new Promise((resolve) => setImmediate(resolve));
        atOnce.now--;
        return Number((from[areaId] ?? Number.POSITIVE_INFINITY) <= asOf);
      },
    },
    store: {
      onVintage(listener: () => void) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  } as unknown as ConstructorParameters<typeof ForecastCount>[0]);
  const announce = () => {
    for (const listener of listeners) listener();
  };
  return { count, from, announce, reads: () => reads, most: () => atOnce.most };
}

const allFrom = (at: EpochMs) => Object.fromEntries(AREAS.map(({ id }) => [id, at]));

test.each([
  { name: 'before it is counted: none', from: allFrom(0), isCounted: false, areas: 0, isComplete: false },
  { name: 'no forecast', from: {}, isCounted: true, areas: 0, isComplete: false },
  { name: 'two areas', from: { pjm: 0, miso: 100 }, isCounted: true, areas: 2, isComplete: false },
  { name: 'one that is available later', from: { pjm: 0, miso: 101 }, isCounted: true, areas: 1, isComplete: false },
  { name: 'all areas', from: allFrom(0), isCounted: true, areas: AREAS.length, isComplete: true },
])('$name', async ({ from, isCounted, areas, isComplete }) => {
  const { count } = countOf(from);
  if (isCounted) await count.recount();
  expect([count.areas, count.isComplete]).toEqual([areas, isComplete]);
});

test('each new vintage is counted until all areas have one, and none after', async () => {
  const { count, from, announce, reads } = countOf({});
  const end = count.follow();
  Object.assign(from, allFrom(0), { pjm: 500 });
  announce();
  await expect.poll(() => count.areas).toBe(AREAS.length - 1);
  from.pjm = 0;
  announce();
  await expect.poll(() => count.isComplete).toBe(true);
  const before = reads();
  announce();
  expect(reads()).toBe(before);
  end();
});

test('fifty vintages at once ask the store one question at a time, and are counted twice', async () => {
  const { count, from, announce, reads, most } = countOf({});
  count.follow();
  const first = count.recount();
  await Promise.resolve();
  Object.assign(from, allFrom(0));
  for (let n = 0; n < 50; n++) announce();
  await first;
  await count.recount();
  expect([most(), count.areas]).toEqual([1, AREAS.length]);
  expect(reads()).toBeLessThanOrEqual(2 * 2 * AREAS.length);
});

test('a count that fails is reported to whoever asked for it, and the next one counts', async () => {
  const { count, from } = countOf({ pjm: 0 });
  Object.defineProperty(from, 'pjm', {
    configurable: true,
    get: () => {
      throw new Error('the store does not answer');
    },
  });
  await expect(count.recount()).rejects.toThrow('the store does not answer');
  Object.defineProperty(from, 'pjm', { value: 0 });
  await count.recount();
  expect(count.areas).toBe(1);
});

test('after its end nothing is counted', () => {
  const { count, announce, reads } = countOf({});
  count.follow()();
  announce();
  expect(reads()).toBe(0);
});

const NOON = Date.parse('2026-07-15T12:00Z');

/** Load of these areas up to two hours before noon, or to a number of days before, and a clock that a test sets. */
async function realWorld(loadOf: Readonly<Record<AreaId, number>>, backfillsGates = false) {
  const [actuals, vintages] = [memoryActualsStore(), memoryVintageStore()];
  for (const [id, daysAgo] of Object.entries(loadOf)) {
    const { series } = areaById(id);
    const start = new Date(NOON - (daysAgo * 24 + 2) * HOUR_MS).toISOString();
    await actuals.append(buildBatch([buildBlock(start, [9], { series, known: { kind: 'lag', lagMs: HOUR_MS } })]));
  }
  const time = { now: NOON };
  const store = { onVintage: () => () => undefined };
  const runtime = {
    areas: () => CONTRACT_AREAS,
    clock: { now: () => time.now },
    actuals,
    vintages,
    store,
    backfillsGates,
  };
  const count = new ForecastCount(runtime as unknown as ConstructorParameters<typeof ForecastCount>[0]);
  const issue = (areaId: AreaId, issuedAt: EpochMs) =>
    vintages.append(buildVintage({ areaId, issuedAt, availableAt: issuedAt, start: NOON }));
  return { count, time, issue };
}

const TRIES: readonly { name: string; tried?: 'no_data' | 'failed' | 'kept'; minutes?: number; awaited: AreaId[] }[] = [
  { name: 'areas with load of late, not those without or with old load', awaited: ['pjm'] },
  { name: 'an area whose attempt was kept elsewhere still', tried: 'kept', awaited: ['pjm'] },
  { name: 'none once it turned out to have too little load', tried: 'no_data', awaited: [] },
  { name: 'none whose forecast failed', tried: 'failed', awaited: [] },
  { name: 'none eleven minutes after the start', minutes: 11, awaited: [] },
];

test.each(TRIES)('readiness waits for $name', async ({ tried, minutes = 0, awaited }) => {
  const { count, time, issue } = await realWorld({ pjm: 0, miso: 0, spp: 40 });
  await issue('miso', NOON - HOUR_MS);
  if (tried) count.issued({ areaId: 'pjm', outcome: tried });
  await count.recount();
  time.now += minutes * MINUTE_MS;
  expect(count.awaited).toEqual(awaited);
});

// The gate of 15 July is at 13:00Z for PJM and at 16:00Z for CAISO: at noon the newest gate is the previous day's.
test('where past gates are played, an area waits for its newest gate, until all are played', async () => {
  const { count, issue } = await realWorld({ pjm: 0, caiso: 0 }, true);
  for (const areaId of ['pjm', 'caiso'] as const) await issue(areaId, NOON);
  await count.recount();
  expect(count.withoutGate).toEqual(['caiso', 'pjm']);
  expect(count.words).toContain('2 of 2 areas have no forecast of their newest gate yet');
  await issue('pjm', Date.parse('2026-07-14T12:58Z'));
  await count.recount();
  expect(count.withoutGate).toEqual(['caiso']);
  count.gatesPlayed();
  expect([count.withoutGate, count.words]).toEqual([[], undefined]);
});

test('where past gates are not played, none is waited for', async () => {
  const { count, issue } = await realWorld({ pjm: 0 });
  await issue('pjm', NOON);
  await count.recount();
  expect([count.withoutGate, count.words]).toEqual([[], undefined]);
});
