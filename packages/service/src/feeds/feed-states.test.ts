import { CONTRACT_AREAS, HOUR_MS, ingestActuals, MINUTE_MS } from '@loadcast/core';
import { memoryActualsStore } from '@loadcast/core/memory';
import { FEEDS } from '@loadcast/sources/operator-feeds';
import type { PollRecord } from '@loadcast/storage/sqlite';
import { expect, test } from 'vitest';
import { feedStates } from './feed-states.js';

const NOW = Date.parse('2026-06-14T12:05Z');
const feedOf = (id: string) => FEEDS.find((feed) => feed.id === id)!;

/** Polls every ten minutes of the last hours. */
function polls(id: string, hours: number, recordOf: (minutesAgo: number) => Partial<PollRecord>): PollRecord[] {
  return Array.from({ length: 6 * hours }, (_, i) => {
    const minutesAgo = 10 * (6 * hours - i);
    const askedAt = NOW - minutesAgo * MINUTE_MS;
    const quiet = { outcome: 'ok', reason: undefined, newHours: 0, restatedHours: 0 } as const;
    return { source: `feed ${id}`, askedAt, endedAt: askedAt + 1000, ...quiet, ...recordOf(minutesAgo) };
  });
}

test.each([
  { name: 'load that came an hour ago', id: 'nyiso.pal', hours: 9, newAgo: [60], ageHours: 1, isLate: false },
  { name: 'load that stopped four hours ago', id: 'nyiso.pal', hours: 9, newAgo: [240], ageHours: 4, isLate: true },
  { name: 'load that never came', id: 'nyiso.pal', hours: 9, newAgo: [], ageHours: 9, isLate: true },
  { name: 'load in its first hour', id: 'nyiso.pal', hours: 1, newAgo: [], ageHours: 1, isLate: false },
  { name: 'yesterday’s forecast', id: 'nyiso.isolf', hours: 40, newAgo: [30 * 60], ageHours: 30, isLate: false },
  { name: 'a forecast of the day before', id: 'nyiso.isolf', hours: 40, newAgo: [38 * 60], ageHours: 38, isLate: true },
  { name: 'a feed that is refused', id: 'spp.mtlf', hours: 9, newAgo: [300], fails: true, ageHours: 5, isLate: true },
])('$name', async ({ id, hours, newAgo, fails = false, ageHours, isLate }) => {
  const ledger = polls(id, hours, (minutesAgo) =>
    newAgo.includes(minutesAgo) ? { newHours: 1 } : fails ? { outcome: 'failed', reason: 'a web page' } : {},
  );
  const other = polls('miso.real-time', 1, () => ({ newHours: 5 }));
  const [state] = await feedStates([feedOf(id)], CONTRACT_AREAS, memoryActualsStore(), [...ledger, ...other], NOW);
  expect([Math.round(state!.ageMs! / HOUR_MS), state!.isLate, state!.areaId]).toEqual([
    ageHours,
    isLate,
    feedOf(id).areaId,
  ]);
});

test('a feed that was never asked has no age, and is not late', async () => {
  const [state] = await feedStates([feedOf('nyiso.pal')], CONTRACT_AREAS, memoryActualsStore(), [], NOW);
  expect(state).toMatchObject({ ageMs: undefined, isLate: false, lateness: undefined });
});

test('how late load came is said as polls observed it', async () => {
  const actuals = memoryActualsStore();
  const ledger = polls('nyiso.pal', 9, (minutesAgo) => (minutesAgo % 60 === 50 ? { newHours: 1 } : {}));
  for (const { endedAt, newHours } of ledger) {
    if (newHours === 0) continue;
    const start = Math.floor(endedAt / HOUR_MS) * HOUR_MS - HOUR_MS;
    const key = { series: 'NYIS', measure: 'newest_load' } as const;
    const series = [{ key, start, valuesMw: Float64Array.of(15_000 + ((start / HOUR_MS) % 7)) }];
    await ingestActuals(
      actuals,
      { source: 'feed nyiso.pal', provenance: {}, series },
      { ingestedAt: endedAt - 500, arrival: 'live' },
    );
  }
  const [state] = await feedStates([feedOf('nyiso.pal')], CONTRACT_AREAS, actuals, ledger, NOW);
  expect(Math.round(state!.lateness!.medianMs / MINUTE_MS)).toBe(15);
});
