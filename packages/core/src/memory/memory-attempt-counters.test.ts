import { expect, test } from 'vitest';
import { describeAttemptCounters } from '../testing/describe-attempt-counters.js';
import { HOUR_MS } from '../time/instant.js';
import { memoryAttemptCounters } from './memory-attempt-counters.js';

const NOW = Date.UTC(2026, 10, 1, 8, 30);

describeAttemptCounters('memory', async () => ({ counters: memoryAttemptCounters(), close: async () => {} }));

test('a count is dropped so long after its last attempt', async () => {
  const counters = memoryAttemptCounters();
  await counters.add('ann', HOUR_MS, NOW);
  await counters.add('ann', HOUR_MS, NOW + HOUR_MS - 1);
  expect(await counters.read('ann', NOW + 2 * HOUR_MS - 2)).toMatchObject({ count: 2 });
  expect(await counters.read('ann', NOW + 2 * HOUR_MS - 1)).toBeUndefined();
  expect(await counters.add('ann', HOUR_MS, NOW + 2 * HOUR_MS - 1)).toMatchObject({ count: 1 });
});

// docs/faults.md: fault 92
test('a flood of other names drops no count of a name that failed often', async () => {
  const counters = memoryAttemptCounters(1_000);
  for (let n = 0; n < 50; n += 1) await counters.add('guesser', HOUR_MS, NOW);
  for (let n = 0; n < 20_000; n += 1) await counters.add(`sprayed ${n}`, HOUR_MS, NOW + n);
  expect(await counters.read('guesser', NOW)).toMatchObject({ count: 50 });
});

test('a name too many drops one, and the work for it does not grow with the names', async () => {
  const counters = memoryAttemptCounters(1_000);
  for (let n = 0; n < 1_000; n += 1) await counters.add(`name ${n}`, HOUR_MS, NOW);
  await counters.add('one more', HOUR_MS, NOW);
  const kept = await Promise.all(Array.from({ length: 1_000 }, (_, n) => counters.read(`name ${n}`, NOW)));
  expect(kept.map((attempts) => attempts?.count)).toEqual([undefined, ...new Array<number>(999).fill(1)]);
  expect(await counters.read('one more', NOW)).toMatchObject({ count: 1 });
});

test('names whose time is over make room before any other', async () => {
  const counters = memoryAttemptCounters(100);
  for (let n = 0; n < 50; n += 1)
    for (let times = 0; times < 3; times += 1) await counters.add(`old ${n}`, HOUR_MS, NOW);
  const later = NOW + 2 * HOUR_MS;
  for (let n = 0; n < 100; n += 1) await counters.add(`new ${n}`, HOUR_MS, later);
  const kept = await Promise.all(Array.from({ length: 100 }, (_, n) => counters.read(`new ${n}`, later)));
  expect(kept.filter((attempts) => attempts === undefined)).toEqual([]);
});
