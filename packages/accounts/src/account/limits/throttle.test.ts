import { HOUR_MS, MINUTE_MS } from '@loadcast/core';
import { memoryAttemptCounters } from '@loadcast/core/memory';
import { expect, test } from 'vitest';
import { createThrottle } from './throttle.js';

const NOW = Date.UTC(2026, 10, 21, 8, 30);

/** Whole seconds to wait at `now`; 0 where the next attempt is free. */
async function waitSeconds(throttle: ReturnType<typeof createThrottle>, name: string, now: number): Promise<number> {
  const unchecked = new Error('not checked');
  const thrown = await throttle.guess(name, now, () => Promise.reject(unchecked)).catch((error: unknown) => error);
  return thrown === unchecked ? 0 : (thrown as { details: { retryAfterSeconds: number } }).details.retryAfterSeconds;
}

const WRONG = async () => false;

/** Failures, each after the wait of the one before. @returns when the last was */
async function fail(throttle: ReturnType<typeof createThrottle>, failures: number): Promise<number> {
  let now = NOW;
  for (let n = 0; n < failures; n += 1) {
    now += 1000 * (await waitSeconds(throttle, 'ann', now));
    await throttle.guess('ann', now, WRONG);
  }
  return now;
}

test.each([
  { failures: 0, seconds: 0 },
  { failures: 4, seconds: 0 },
  { failures: 5, seconds: 1 },
  { failures: 6, seconds: 2 },
  { failures: 7, seconds: 4 },
  { failures: 14, seconds: 512 },
  { failures: 15, seconds: 900 },
  { failures: 90, seconds: 900 },
])('after $failures failures the next attempt waits $seconds s', async ({ failures, seconds }) => {
  const throttle = createThrottle(memoryAttemptCounters(), 'test');
  const last = await fail(throttle, failures);
  expect(await waitSeconds(throttle, 'ann', last)).toBe(seconds);
  expect(await waitSeconds(throttle, 'ann', last + seconds * 1000)).toBe(0);
  expect(await waitSeconds(throttle, 'bob', last)).toBe(0);
});

test.each([
  { failures: 0, checked: 5, seconds: 1 },
  { failures: 3, checked: 2, seconds: 1 },
  { failures: 5, checked: 1, seconds: 2 },
  { failures: 9, checked: 1, seconds: 32 },
])('of 64 guesses at once after $failures failures $checked are checked, and the rest count nothing', async (row) => {
  const throttle = createThrottle(memoryAttemptCounters(), 'test');
  const now = (await fail(throttle, row.failures)) + HOUR_MS;
  let checked = 0;
  const guess = () =>
    throttle.guess('ann', now, async () => {
      checked += 1;
      await new Promise((resolve) => setImmediate(resolve));
    });
  const outcomes = await Promise.allSettled(Array.from({ length: 64 }, guess));
  expect([checked, outcomes.filter(({ status }) => status === 'rejected').length]).toEqual([
    row.checked,
    64 - row.checked,
  ]);
  expect(await waitSeconds(throttle, 'ann', now)).toBe(row.seconds);
});

test('a wait is rounded up: one second less is too early', async () => {
  const throttle = createThrottle(memoryAttemptCounters(), 'test', 1);
  await throttle.guess('ann', NOW, WRONG);
  expect([await waitSeconds(throttle, 'ann', NOW + 1), await waitSeconds(throttle, 'ann', NOW + 999)]).toEqual([1, 1]);
});

test('a success forgets the failures', async () => {
  const throttle = createThrottle(memoryAttemptCounters(), 'test', 1);
  await throttle.guess('ann', NOW, WRONG);
  await throttle.guess('ann', NOW + 1_000, async () => true);
  expect(await waitSeconds(throttle, 'ann', NOW + 1_000)).toBe(0);
});

test('failures older than a day count no more', async () => {
  const throttle = createThrottle(memoryAttemptCounters(), 'test', 2);
  await throttle.guess('ann', NOW, WRONG);
  await throttle.guess('ann', NOW + 24 * HOUR_MS, WRONG);
  expect(await waitSeconds(throttle, 'ann', NOW + 24 * HOUR_MS)).toBe(0);
  await throttle.guess('ann', NOW + 24 * HOUR_MS + MINUTE_MS, WRONG);
  expect(await waitSeconds(throttle, 'ann', NOW + 24 * HOUR_MS + MINUTE_MS)).toBe(1);
});
