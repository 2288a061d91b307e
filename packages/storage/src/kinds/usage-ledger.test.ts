import { HOUR_MS } from '@loadcast/core';
import { describe, expect, test } from 'vitest';
import { databaseAnswers, emptyPostgresStore } from '../testing/test-database.js';
import { emptySqliteStore } from '../testing/test-sqlite.js';
import { USAGE_KEPT_MS, type UsageRecord } from './usage-ledger.js';

const NOW = Date.UTC(2026, 10, 21, 8);
const used = (hours: number, count: number, keyId = 'key_1', accountId = 'acc_1'): UsageRecord => ({
  accountId,
  surface: 'a',
  keyId,
  hourAt: NOW + hours * HOUR_MS,
  used: count,
});

describe.each([
  { engine: 'SQLite', open: async () => (await emptySqliteStore()).usage, runs: true },
  { engine: 'PostgreSQL', open: async () => (await emptyPostgresStore()).usage, runs: await databaseAnswers() },
])('usage in $engine', ({ open, runs }) => {
  test.skipIf(!runs)('adds up over processes, and comes back newest first without empty hours', async () => {
    const ledger = await open();
    await ledger.add([used(0, 3), used(-1, 2), used(0, 4, 'key_2'), used(0, 9, 'key_1', 'acc_2')]);
    await ledger.add([used(0, 5), used(-1, -2)]);
    expect(await ledger.of('acc_1', 0, 10)).toEqual([used(0, 8), used(0, 4, 'key_2')]);
    expect(await ledger.of('acc_1', 0, 1)).toEqual([used(0, 8)]);
    expect(await ledger.of('acc_1', NOW + 1, 10)).toEqual([]);
  });

  test.skipIf(!runs)('is kept for 31 days, and takes more rows than a statement has places', async () => {
    const ledger = await open();
    await ledger.add(Array.from({ length: 450 }, (_, n) => used(-n, 1)));
    await ledger.sweep(NOW - 100 * HOUR_MS + USAGE_KEPT_MS);
    expect(await ledger.of('acc_1', 0, 1_000)).toHaveLength(101);
  });
});
