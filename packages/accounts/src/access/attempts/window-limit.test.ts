import { HOUR_MS } from '@loadcast/core';
import { memoryAttemptCounters } from '@loadcast/core/memory';
import { expect, test } from 'vitest';
import { createWindowLimit } from './window-limit.js';

const NOW = Date.UTC(2026, 10, 21, 8, 30);

test.each([
  { name: 'the hour', limits: { hour: 2, day: 9 }, seconds: 1_800, remaining: [0, 6] },
  { name: 'the day', limits: { hour: 9, day: 2 }, seconds: 55_800, remaining: [6, 0] },
])('the third attempt of two in $name is refused until it is over, for its name alone', async (row) => {
  const limit = createWindowLimit(memoryAttemptCounters(), 'sign-in', row.limits);
  for (let n = 0; n < 2; n += 1) expect(await limit.refusal('ann', NOW)).toBeUndefined();
  const refused = await limit.refusal('ann', NOW);
  expect(refused?.details).toMatchObject({ retryAfterSeconds: row.seconds, plan: 'anonymous' });
  expect([refused?.details.remainingHourly, refused?.details.remainingDaily]).toEqual(row.remaining);
  expect(await limit.refusal('bob', NOW)).toBeUndefined();
  const waited = NOW + row.seconds * 1000;
  expect(await limit.refusal('ann', waited - 1)).toBeDefined();
  expect(await limit.refusal('ann', waited)).toBeUndefined();
});

test('kinds are counted apart', async () => {
  const counters = memoryAttemptCounters();
  const one = createWindowLimit(counters, 'sign-in', { hour: 1, day: 1 });
  const other = createWindowLimit(counters, 'sign-up', { hour: 1, day: 1 });
  await one.charge('ann', NOW);
  await other.charge('ann', NOW);
  await expect(one.charge('ann', NOW + HOUR_MS)).rejects.toMatchObject({ code: 'rate_limited' });
});
