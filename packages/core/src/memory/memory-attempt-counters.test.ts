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
