import { type Account, Areas, CONTRACT_AREAS } from '@loadcast/core';
import { memoryQuotaCounters } from '@loadcast/core/memory';
import { expect, test } from 'vitest';
import { createAdmission } from './admit.js';
import { KnownAccount, KnownKey } from './keys/known-key.js';
import { accountUsage } from './usage.js';

const NOW = Date.UTC(2026, 10, 21, 23, 59, 59);
const account: Account = {
  id: 'acc_1',
  email: 'ann@example.org',
  plans: { a: 'free', b: null, c: 'enterprise' },
  overrides: {},
  createdAt: NOW,
  deletedAt: null,
  suspendedAt: null,
};

function opened() {
  const counters = memoryQuotaCounters();
  const { admit } = createAdmission(counters, () => CONTRACT_AREAS);
  const dates = { createdAt: NOW, expiresAt: null, revokedAt: null, lastUsedAt: null, replacedBy: null };
  const call = (id: string, surface: 'a' | 'c', regions: readonly string[]) => {
    const key = { id, accountId: account.id, sha256: id, last4: '', label: '', ...dates };
    const uses = { note() {}, write: async () => {} };
    return admit(new KnownKey(key, new KnownAccount(account), uses).principal(surface, NOW)!, regions, NOW);
  };
  return { call, usage: (now = NOW, areas = CONTRACT_AREAS) => accountUsage(areas, account, counters, now) };
}

test('surfaces without a plan are left out; an hour and a day end at the same midnight', async () => {
  const usage = await opened().usage();
  expect(usage.map(({ surface, plan }) => [surface, plan])).toEqual([
    ['a', 'Free'],
    ['c', 'Enterprise'],
  ]);
  expect([usage[0]?.hour.resets_at, usage[0]?.day.resets_at]).toEqual(['2026-11-22T00:00:00Z', '2026-11-22T00:00:00Z']);
});

test('regions are listed by code, keys by use', async () => {
  const { call, usage } = opened();
  await call('key_1', 'a', ['pjm']);
  await call('key_2', 'a', ['pjm', 'ercot']);
  await call('key_2', 'a', []);
  await call('key_1', 'c', []);
  const [a, c] = await usage();
  expect(a?.regions.map(({ region, used, remaining }) => [region, used, remaining])).toEqual([
    ['ERCOT', 1, 49],
    ['PJM', 2, 48],
  ]);
  expect(a?.keys).toEqual([
    { key_id: 'key_2', used: 2 },
    { key_id: 'key_1', used: 1 },
  ]);
  expect(c?.day.used).toBe(1);
});

test.each([undefined, NOW - 1])('an area of its own is listed by its code, retired at %s', async (retiredAt) => {
  const { call, usage } = opened();
  const own = { ...CONTRACT_AREAS.byId('pjm'), id: 'own-1', series: 'OWN-1' };
  const codes = { a: [{ code: 'PLANT-7' }], b: [], c: [], oasis: [] };
  const retired = retiredAt === undefined ? {} : { retiredAt };
  await call('key_1', 'a', ['own-1']);
  const [a] = await usage(NOW, new Areas([...CONTRACT_AREAS.list, { ...own, codes, ...retired }]));
  expect(a?.regions.map(({ region }) => region)).toEqual(['PLANT-7']);
});

test('nothing is left over from the day before', async () => {
  const { call, usage } = opened();
  await call('key_1', 'a', ['pjm']);
  const [a] = await usage(NOW + 1_000);
  expect([a?.hour.used, a?.day.used, a?.regions, a?.keys]).toEqual([0, 0, [], []]);
});
