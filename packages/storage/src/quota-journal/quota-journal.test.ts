import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '@loadcast/core';
import { describeQuotaCounters, QUOTA_TEST_DAY, quotaTestCall } from '@loadcast/core/testing';
import { afterAll, expect, test } from 'vitest';
import { holdsWithin } from '../../../../tooling/testing/holds-within.js';
import { openQuotaJournal, QUOTA_FILE } from './quota-journal.js';

const folders: string[] = [];
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'loadcast-quota-'));
  folders.push(made);
  return made;
};
afterAll(() => {
  for (const made of folders) rmSync(made, { recursive: true, force: true });
});
const now = QUOTA_TEST_DAY + 5;

describeQuotaCounters('journal', async () => {
  const counters = openQuotaJournal(folder(), now);
  return { counters, close: () => counters.close() };
});

test('closed and opened again, every count is there', async () => {
  const dataDir = folder();
  const call = quotaTestCall({}, ['pjm', 'miso']);
  const first = openQuotaJournal(dataDir, now);
  for (let i = 0; i < 7; i += 1) first.charge(call, now);
  const before = first.usage(call.accountId, 'a', now);
  await first.close();
  const second = openQuotaJournal(dataDir, now);
  expect(second.usage(call.accountId, 'a', now)).toEqual(before);
  expect(before).toMatchObject({
    hourUsed: 7,
    regions: new Map([
      ['pjm', 7],
      ['miso', 7],
    ]),
  });
  await second.close();
});

// docs/faults.md: fault 43
test('a charge is in the file within 100 ms, also while the event loop is kept busy', async () => {
  const dataDir = folder();
  const counters = openQuotaJournal(dataDir, now);
  counters.charge(quotaTestCall({}), now);
  expect(await holdsWithin(100, () => lines(dataDir) === 1)).toBe(true);
  const call = quotaTestCall({ hour: null, day: null });
  const end = performance.now() + 150;
  while (performance.now() < end) counters.charge(call, now);
  expect(lines(dataDir)).toBeGreaterThanOrEqual(3);
  await counters.close();
});

test('a torn tail is cut off, and what is written next is read again', async () => {
  const dataDir = folder();
  const call = quotaTestCall({});
  const first = openQuotaJournal(dataDir, now);
  first.charge(call, now);
  await first.close();
  const whole = readFileSync(join(dataDir, QUOTA_FILE), 'utf8');
  appendFileSync(join(dataDir, QUOTA_FILE), whole.slice(0, 20));
  const second = openQuotaJournal(dataDir, now);
  expect(readFileSync(join(dataDir, QUOTA_FILE), 'utf8')).toBe(whole);
  second.charge(call, now);
  await second.close();
  const third = openQuotaJournal(dataDir, now);
  expect([third.peek(call, now).hourUsed, third.damagedLines]).toEqual([2, 0]);
  await third.close();
});

test.each([0, 5, 9, 30])('a flipped byte at %i costs that line alone and is counted', async (offset) => {
  const dataDir = folder();
  const [one, two] = [quotaTestCall({}), quotaTestCall({})];
  const first = openQuotaJournal(dataDir, now);
  first.charge(one, now);
  await new Promise((resolve) => setTimeout(resolve, 60));
  first.charge(two, now);
  await first.close();
  const bytes = readFileSync(join(dataDir, QUOTA_FILE));
  bytes[offset]! ^= 1;
  writeFileSync(join(dataDir, QUOTA_FILE), bytes);
  const second = openQuotaJournal(dataDir, now);
  expect(second.damagedLines).toBe(1);
  expect([second.peek(one, now).hourUsed, second.peek(two, now).hourUsed]).toEqual([0, 1]);
  await second.close();
});

test('compacting keeps today and yesterday, drops the rest, and loses no charge made meanwhile', async () => {
  const dataDir = folder();
  const counters = openQuotaJournal(dataDir, now);
  const old = quotaTestCall({});
  const calls = Array.from({ length: 5_000 }, () => quotaTestCall({}));
  counters.charge(old, now - 2 * DAY_MS);
  for (const call of calls) for (let i = 0; i < 3; i += 1) counters.charge(call, now);
  await new Promise((resolve) => setTimeout(resolve, 100));
  const before = statSync(join(dataDir, QUOTA_FILE)).size;
  const compacted = counters.compact(now);
  await new Promise((resolve) => setImmediate(resolve));
  for (const call of calls) counters.charge(call, now);
  await compacted;
  await counters.close();
  expect(statSync(join(dataDir, QUOTA_FILE)).size).toBeLessThan(2.1 * before);
  const again = openQuotaJournal(dataDir, now);
  expect(new Set(calls.map((call) => again.peek(call, now).hourUsed))).toEqual(new Set([4]));
  expect(again.usage(old.accountId, 'a', now - 2 * DAY_MS).hourUsed).toBe(0);
  await again.close();
});

function lines(dataDir: string): number {
  return readFileSync(join(dataDir, QUOTA_FILE), 'utf8').split('\n').length - 1;
}

test('a second gateway on the folder is refused with a message that names REDIS_URL', async () => {
  const dataDir = folder();
  const first = openQuotaJournal(dataDir, now);
  expect(() => openQuotaJournal(dataDir, now)).toThrow(/in use by process \d+.*REDIS_URL/);
  await first.close();
  await openQuotaJournal(dataDir, now).close();
});
