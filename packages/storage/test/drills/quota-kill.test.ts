import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startChild } from '../../../../tooling/testing/child.js';
import { openQuotaJournal, QUOTA_FILE } from '../../src/quota-journal/quota-journal.js';
import { openSqliteStore } from '../../src/sqlite/index.js';
import { ACCOUNTS, ANSWERS, callOf } from './charge-forever.js';

/** How often to kill. `QUOTA_KILLS=50` is the acceptance run. */
const KILLS = Number(process.env['QUOTA_KILLS'] ?? 4);
/** Counts of so long before the kill may be gone: what the journal promises. */
const LOST_MS = 100;

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'loadcast-quota-kill-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

// docs/faults.md: fault 43
test(
  `kill -9 loses at most ${LOST_MS} ms of counts, and no key or account that was answered (${KILLS} kills)`,
  async () => {
    let worstLostMs = 0;
    for (let round = 0; round < KILLS; round += 1) {
      const child = startChild(new URL('charge-forever.ts', import.meta.url), dataDir, String(round));
      await child.started();
      await pause(150 + ((round * 37) % 301));
      await child.kill();

      const answers = readFileSync(join(dataDir, ANSWERS), 'utf8').split('\n').slice(0, -1);
      rmSync(join(dataDir, ANSWERS)); // what an earlier kill lost is not lost again
      const charges = answers
        .filter((line) => line.startsWith('charge'))
        .map((line) => line.split(' ').slice(1).map(Number));
      const killedAt = charges.at(-1)?.[2] ?? 0;
      const counters = openQuotaJournal(dataDir, Date.now());
      expect(counters.damagedLines).toBe(0);
      for (let n = 0; n < ACCOUNTS; n += 1) {
        const { dayUsed, regionUsed } = counters.peek(callOf(n), killedAt);
        // The journal may hold a charge whose answer was not sent; it never holds more than that one.
        const answered = charges.filter(([account]) => account === n);
        expect(dayUsed).toBeLessThanOrEqual((answered.at(-1)?.[1] ?? 0) + 1);
        expect(regionUsed).toEqual([dayUsed]);
        for (const [, used = 0, at = 0] of answered) {
          if (used > dayUsed) worstLostMs = Math.max(worstLostMs, killedAt - at);
        }
      }
      await counters.close();

      const store = await openSqliteStore({ dataDir });
      const control = store.control;
      for (const line of answers) {
        const [kind, id = ''] = line.split(' ');
        if (kind === 'account') expect(await control.account(id)).toBeDefined();
        if (kind === 'key') expect(await control.keyBySha256(id)).toBeDefined();
      }
      await store.close();
    }
    console.info(`${KILLS} kills: at most ${worstLostMs} ms of counts lost`);
    expect(worstLostMs).toBeLessThanOrEqual(LOST_MS);
  },
  20 * 60_000,
);

test('closing loses nothing', async () => {
  const counters = openQuotaJournal(dataDir, Date.now());
  for (let i = 0; i < 1_000; i += 1) counters.charge(callOf(i % ACCOUNTS), Date.now());
  await counters.close();
  const again = openQuotaJournal(dataDir, Date.now());
  const total = Array.from({ length: ACCOUNTS }, (_, n) => again.peek(callOf(n), Date.now()).dayUsed);
  expect(total.reduce((sum, used) => sum + used)).toBe(1_000);
  await again.close();
  expect(readFileSync(join(dataDir, QUOTA_FILE), 'utf8').endsWith('\n')).toBe(true);
});
