import { expect, test, vi } from 'vitest';
import { meanWaitMs, watchLoopDelay } from './loop-delay.js';

test.each([
  { name: 'turns of 10 ms, an idle loop', meanMs: 10, deviationMs: 0, waitMs: 0 },
  { name: 'turns of 30 ms', meanMs: 30, deviationMs: 0, waitMs: 10 },
  { name: 'turns of 10 ms, and one in 61 of 400 ms', meanMs: 1000 / 61, deviationMs: 49.5, waitMs: 78 },
])('$name: a request waits $waitMs ms', ({ meanMs, deviationMs, waitMs }) => {
  expect(meanWaitMs(meanMs, deviationMs)).toBeCloseTo(waitMs, 0);
});

test('a loop that is kept busy is measured, and each figure is reported', async () => {
  const seen: number[] = [];
  const delay = watchLoopDelay(() => seen.push(delay.ms));
  const keepBusy = setInterval(() => {
    const until = performance.now() + 120;
    while (performance.now() < until);
  }, 1);
  await vi.waitFor(() => expect(Math.max(...seen)).toBeGreaterThan(40), { timeout: 30_000, interval: 5 });
  clearInterval(keepBusy);
  delay.stop();
});
