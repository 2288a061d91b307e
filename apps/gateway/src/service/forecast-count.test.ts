import { AREAS, type AreaId, type EpochMs } from '@loadcast/core';
import { expect, test } from 'vitest';
import { ForecastCount } from './forecast-count.js';

/** A store whose areas have forecasts from given instants on, and the vintages of any process as they are announced. */
function countOf(from: Partial<Record<AreaId, EpochMs>>, now = 100) {
  const listeners = new Set<() => void>();
  let reads = 0;
  const count = new ForecastCount({
    clock: { now: () => now },
    vintages: {
      count: async (areaId: AreaId, asOf: EpochMs) => {
        reads++;
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
  return { count, from, announce, reads: () => reads };
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

test('after its end nothing is counted', () => {
  const { count, announce, reads } = countOf({});
  count.follow()();
  announce();
  expect(reads()).toBe(0);
});
