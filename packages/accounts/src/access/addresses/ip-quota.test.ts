import { CONTRACT_AREAS, ServiceError } from '@loadcast/core';
import { memoryAttemptCounters, memoryQuotaCounters } from '@loadcast/core/memory';
import { memoryControlStore } from '@loadcast/core/testing';
import { expect, test } from 'vitest';
import { openAccess } from '../access.js';
import { createAccount } from '../create-account.js';
import { issueKey } from '../keys/issue-key.js';
import { createIpQuota, networkOf } from './ip-quota.js';

const NOW = Date.UTC(2026, 10, 21, 8, 30);

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:DB8:0:0:1:2:3:4', '2001:db8:0:0::/64'],
  ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s counts as %s', (address, network) => expect(networkOf(address)).toBe(network));

test('an address may ask 1,000 times an hour without a key; the refusal has the form of any other', () => {
  const quota = createIpQuota();
  for (let i = 0; i < 1_000; i += 1) expect(quota.charge('2001:db8::1', NOW).allowed).toBe(true);
  expect(quota.charge('2001:db8::2', NOW)).toMatchObject({
    allowed: false,
    error: {
      message: 'Hourly limit of 1000 requests exceeded on the anonymous plan. Retry in 1800 seconds.',
      details: {
        plan: 'anonymous',
        limitHourly: 1_000,
        remainingHourly: 0,
        limitDaily: 24_000,
        remainingDaily: 23_000,
      },
    },
  });
  expect(quota.charge('192.0.2.7', NOW).allowed).toBe(true);
});

// docs/faults.md: fault 92
test('a flood of addresses drops no count of one that has used its quota up', () => {
  const quota = createIpQuota({ hour: 20, day: 100, regionDay: null }, { mostAddresses: 1_000 });
  for (let n = 0; n < 20; n += 1) quota.charge('192.0.2.7', NOW);
  for (let n = 0; n < 10_000; n += 1) quota.charge(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`, NOW);
  expect(quota.charge('192.0.2.7', NOW).allowed).toBe(false);
});

test('an address too many drops one, that with the fewest requests', () => {
  const quota = createIpQuota({ hour: 20, day: 100, regionDay: null }, { mostAddresses: 3 });
  for (const address of ['10.0.0.1', '10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4']) quota.charge(address, NOW);
  const used = (address: string) => 20 - quota.peek(address, NOW).policies[0]!.remaining;
  expect(['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4'].map(used)).toEqual([2, 0, 1, 1]);
});

// docs/faults.md: fault 92
test('an address that keeps failing has to wait, and a valid key from it still works', async () => {
  const store = memoryControlStore();
  const account = (await createAccount(store, { email: 'ann@example.org' }, NOW))!;
  const { key } = await issueKey(store, account, {}, NOW);
  const access = await openAccess({
    areas: () => CONTRACT_AREAS,
    store,
    counters: memoryQuotaCounters(),
    attempts: memoryAttemptCounters(),
  });
  const refusal = new ServiceError('unauthorized', 'no', undefined);
  for (let i = 0; i < 1_000; i += 1) expect(await access.failed(refusal, '192.0.2.7', NOW)).toBe(refusal);
  expect(await access.failed(refusal, '192.0.2.7', NOW)).toMatchObject({ code: 'rate_limited' });
  expect((await access.authenticate(`Bearer ${key}`, 'a', NOW)).accountId).toBe(account.id);
  const unavailable = new ServiceError('unavailable', 'unavailable', { retryAfterSeconds: 5 });
  expect(await access.failed(unavailable, '192.0.2.7', NOW)).toBe(unavailable);
  await access.close();
});
