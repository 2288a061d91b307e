import { expect, test } from 'vitest';
import { LoadcastError } from './loadcast-error.js';
import { waitBeforeRetryMs } from './retries.js';

const failure = (status: number, retryAfterSeconds?: number) =>
  new LoadcastError('unavailable', 'x', { status, retryAfterSeconds });

test.each([
  ['Retry-After is obeyed to the second', failure(429, 7), 0, {}, 7000],
  ['and not waited for when it is over maxWaitSeconds', failure(429, 61), 0, {}, undefined],
  ['maxWaitSeconds is a setting', failure(429, 61), 0, { maxWaitSeconds: 61 }, 61_000],
  ['the last attempt has no next one', failure(503, 1), 4, {}, undefined],
  ['retries is a setting', failure(503, 1), 0, { retries: 0 }, undefined],
  ['a refusal is final', failure(400, 1), 0, {}, undefined],
  ['an internal error is final', failure(500), 0, {}, undefined],
])('%s', (_name, error, attempt, options, ms) => {
  expect(waitBeforeRetryMs(error, attempt, options)).toBe(ms);
});

test('without Retry-After the wait doubles from half a second to maxWaitSeconds, less up to half of it', () => {
  for (let draw = 0; draw < 100; draw += 1) {
    for (const [attempt, longestMs] of [500, 1000, 2000, 4000, 5000, 5000].entries()) {
      const ms = waitBeforeRetryMs(failure(503), attempt, { retries: 6, maxWaitSeconds: 5 })!;
      expect(ms).toBeGreaterThanOrEqual(longestMs / 2);
      expect(ms).toBeLessThanOrEqual(longestMs);
    }
  }
});
