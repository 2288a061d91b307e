import { describe, expect, test } from 'vitest';
import { databaseAnswers, emptyPostgresStore } from '../testing/test-database.js';
import { emptySqliteStore } from '../testing/test-sqlite.js';
import { POLLS_KEPT_MS, type PollRecord } from './poll-ledger.js';

const NOW = Date.UTC(2026, 10, 1);
const poll = (minutes: number, more: Partial<PollRecord> = {}): PollRecord => ({
  source: 'eia-api',
  askedAt: NOW + minutes * 60_000,
  endedAt: NOW + minutes * 60_000 + 4_321,
  outcome: 'ok',
  reason: undefined,
  newHours: 11,
  restatedHours: 0,
  ...more,
});

describe.each([
  { engine: 'SQLite', open: async () => (await emptySqliteStore()).polls, runs: true },
  { engine: 'PostgreSQL', open: async () => (await emptyPostgresStore()).polls, runs: await databaseAnswers() },
])('polls in $engine', ({ open, runs }) => {
  test.skipIf(!runs)('come back as they were, oldest first, from an instant on', async () => {
    const ledger = await open();
    const failed = poll(20, { outcome: 'failed', reason: 'EIA: it refused our key (403)', newHours: 0 });
    for (const each of [failed, poll(0), poll(10), poll(10, { source: 'other' })]) await ledger.add(each);
    expect(await ledger.since(NOW + 1)).toEqual([poll(10), poll(10, { source: 'other' }), failed]);
    expect(await ledger.since(Number.NEGATIVE_INFINITY)).toHaveLength(4);
  });

  test.skipIf(!runs)('are kept for 400 days, and a poll of the same instant once', async () => {
    const ledger = await open();
    await ledger.add(poll(0));
    await ledger.add(poll(0, { newHours: 3 }));
    expect(await ledger.since(0)).toEqual([poll(0, { newHours: 3 })]);
    await ledger.add(poll(POLLS_KEPT_MS / 60_000));
    expect(await ledger.since(0)).toHaveLength(2);
    const last = poll(POLLS_KEPT_MS / 60_000 + 10);
    await ledger.add(last);
    expect((await ledger.since(0)).map(({ askedAt }) => askedAt)).toEqual([last.askedAt - 600_000, last.askedAt]);
  });
});
