import { addDays, areaById, CONTRACT_AREAS, localDay, ServiceError, type VintageStore } from '@loadcast/core';
import { memoryVintageStore } from '@loadcast/core/memory';
import { expect, test } from 'vitest';
import { BACKFILL_DAYS, backfillGates } from './backfill-gates.js';
import { gateIssueOn } from './due-issue.js';

const NOW = Date.parse('2026-07-10T20:00Z');

/** Makes any forecast at once, and notes the instants of the requests. */
function runnerOf(issued: Map<string, number[]>): Parameters<typeof backfillGates>[0]['runner'] {
  return {
    async issue(areaId: string, issuedAt: number) {
      issued.set(areaId, [...(issued.get(areaId) ?? []), issuedAt]);
      const valueMw = Float64Array.from({ length: 384 }, () => 100);
      const start = Math.ceil(issuedAt / 3_600_000) * 3_600_000;
      return { start, valueMw, p10Mw: valueMw, p90Mw: valueMw, dataCutoff: start, model: { name: 't', version: '1' } };
    },
    refresh: async () => {},
    close: async () => {},
  } as never;
}

const world = (runner: ReturnType<typeof runnerOf>, vintages: VintageStore) => ({
  areas: () => CONTRACT_AREAS,
  runner,
  vintages,
});

test('past gates are filled newest first in every area, so that tomorrow’s day-ahead run is there first', async () => {
  const issued = new Map<string, number[]>();
  await backfillGates(world(runnerOf(issued), memoryVintageStore()), NOW);
  const pjm = areaById('pjm');
  const today = localDay(pjm.marketTimezone, NOW);
  expect(issued.get('pjm')).toEqual(
    Array.from({ length: BACKFILL_DAYS + 1 }, (_, back) => gateIssueOn(pjm, addDays(today, -back))),
  );
  expect(issued.size).toBe(11);
});

/** A store that refuses the first questions of each kind. */
function busyVintages(refusals: { headers: number; append: number }, error: Error) {
  const store = memoryVintageStore();
  const left = { ...refusals };
  const busyFor = (kind: 'headers' | 'append'): void => {
    if (left[kind]-- > 0) throw error;
  };
  return {
    ...store,
    async headers(...asked: Parameters<typeof store.headers>) {
      busyFor('headers');
      return store.headers(...asked);
    },
    async append(...asked: Parameters<typeof store.append>) {
      busyFor('append');
      return store.append(...asked);
    },
  };
}

// docs/faults.md: fault 47
const BUSY = new ServiceError('unavailable', 'the store has too much to do', { retryAfterSeconds: 2 });

test.each([
  { name: 'when its headers are read', refusals: { headers: 11, append: 0 }, waits: 11 },
  { name: 'when forecasts are kept', refusals: { headers: 0, append: 30 }, waits: 11 },
])('a store that is busy $name is waited for, and every gate is filled', async ({ refusals, waits }) => {
  let waited = 0;
  const options = { pauseMs: 0, waits: () => void waited++ };
  const made = await backfillGates(world(runnerOf(new Map()), busyVintages(refusals, BUSY)), NOW, options);
  expect(made).toBe(11 * (BACKFILL_DAYS + 1));
  expect(waited).toBeGreaterThanOrEqual(waits);
});

test('another failure of the store ends it', async () => {
  const failing = busyVintages({ headers: 0, append: 1 }, new Error('no such table'));
  await expect(backfillGates(world(runnerOf(new Map()), failing), NOW, { pauseMs: 0 })).rejects.toThrow(
    'no such table',
  );
});

test('a signal ends it while a busy store is waited for', async () => {
  const stopping = new AbortController();
  const waits = () => stopping.abort();
  const busy = busyVintages({ headers: Number.POSITIVE_INFINITY, append: 0 }, BUSY);
  const options = { signal: stopping.signal, pauseMs: 3_600_000, waits };
  expect(await backfillGates(world(runnerOf(new Map()), busy), NOW, options)).toBe(0);
});
