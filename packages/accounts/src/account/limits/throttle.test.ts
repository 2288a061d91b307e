import { HOUR_MS, MINUTE_MS } from '@loadcast/core';
import { memoryAttemptCounters } from '@loadcast/core/memory';
import { expect, test } from 'vitest';
import { createThrottle } from './throttle.js';

const NOW = Date.UTC(2026, 10, 21, 8, 30);

/** Whole seconds to wait at `now`; 0 where the next attempt is free. */
async function waitSeconds(throttle: ReturnType<typeof createThrottle>, name: string, now: number): Promise<number> {
  try {
    await throttle.check(name, now);
    return 0;
  } catch (error) {
    return (error as { details: { retryAfterSeconds: number } }).details.retryAfterSeconds;
  }
}

test.each([
  { failures: 0, seconds: 0 },
  { failures: 4, seconds: 0 },
  { failures: 5, seconds: 1 },
  { failures: 6, seconds: 2 },
  { failures: 7, seconds: 4 },
  { failures: 14, seconds: 512 },
  { failures: 15, seconds: 900 },
  { failures: 1_000, seconds: 900 },
])('after $failures failures the next attempt waits $seconds s', async ({ failures, seconds }) => {
  const throttle = createThrottle(memoryAttemptCounters(), 'test');
  for (let n = 0; n < failures; n += 1) await throttle.failed('ann', NOW);
  expect(await waitSeconds(throttle, 'ann', NOW)).toBe(seconds);
  expect(await waitSeconds(throttle, 'ann', NOW + seconds * 1000)).toBe(0);
  expect(await waitSeconds(throttle, 'bob', NOW)).toBe(0);
});

test('a wait is rounded up: one second less is too early', async () => {
  const throttle = createThrottle(memoryAttemptCounters(), 'test', 1);
  await throttle.failed('ann', NOW);
  expect([await waitSeconds(throttle, 'ann', NOW + 1), await waitSeconds(throttle, 'ann', NOW + 999)]).toEqual([1, 1]);
});

test('a success forgets the failures', async () => {
  const throttle = createThrottle(memoryAttemptCounters(), 'test', 1);
  await throttle.failed('ann', NOW);
  await throttle.succeeded('ann');
  expect(await waitSeconds(throttle, 'ann', NOW)).toBe(0);
});

test('failures older than a day count no more', async () => {
  const throttle = createThrottle(memoryAttemptCounters(), 'test', 2);
  await throttle.failed('ann', NOW);
  await throttle.failed('ann', NOW + 24 * HOUR_MS);
  expect(await waitSeconds(throttle, 'ann', NOW + 24 * HOUR_MS)).toBe(0);
  await throttle.failed('ann', NOW + 24 * HOUR_MS + MINUTE_MS);
  expect(await waitSeconds(throttle, 'ann', NOW + 24 * HOUR_MS + MINUTE_MS)).toBe(1);
});
