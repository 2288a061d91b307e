import { memoryAttemptCounters } from '@loadcast/core/memory';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createWindowLimit } from '../../access/attempts/window-limit.js';
import { createRefusalPace, paced } from './refusal-pace.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** How many of `count` refusals that come at once are answered by each of some instants, ms later. */
async function answeredBy(pace: () => Promise<void>, count: number, instants: readonly number[]): Promise<number[]> {
  let answered = 0;
  for (let n = 0; n < count; n++) void pace().then(() => answered++);
  const found: number[] = [];
  let at = 0;
  for (const instant of instants) {
    await vi.advanceTimersByTimeAsync(instant - at);
    at = instant;
    found.push(answered);
  }
  return found;
}

test.each([
  { count: 50, by: [50, 50, 50, 50], name: 'a second of them is answered at once' },
  { count: 60, by: [50, 55, 60, 60], name: 'the next come one after the other' },
  { count: 114, by: [50, 55, 60, 114], name: 'as many as may wait wait' },
  { count: 200, by: [136, 141, 146, 200], name: 'those beyond do not wait' },
])('of $count refusals at once $name', async ({ count, by }) => {
  expect(await answeredBy(createRefusalPace(), count, [0, 100, 200, 1_280])).toEqual(by);
});

test('who asks again after each answer gets fifty a second over any number of seconds', async () => {
  const pace = createRefusalPace();
  let answered = 0;
  let isOver = false;
  const ask = async () => {
    while (!isOver) {
      await pace();
      answered += 1;
    }
  };
  // Ten connections; the first second of refusals has been used up.
  await Promise.all(Array.from({ length: 50 }, pace));
  const asking = Array.from({ length: 10 }, ask);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(answered).toBe(500);
  isOver = true;
  await vi.advanceTimersByTimeAsync(1_000);
  await Promise.all(asking);
});

test('after a second without a refusal fifty are answered at once again', async () => {
  const pace = createRefusalPace();
  await answeredBy(pace, 60, [200]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await answeredBy(pace, 51, [0, 20])).toEqual([50, 51]);
});

test.each([
  { name: 'a refusal for too many attempts', allowed: 0, isStoreDown: false, waits: 1 },
  { name: 'a store that fails', allowed: 0, isStoreDown: true, waits: 0 },
  { name: 'an attempt that is let through', allowed: 1, isStoreDown: false, waits: 0 },
])('$name waits $waits times', async ({ allowed, isStoreDown, waits }) => {
  const down = new Error('the store is down');
  const counters = memoryAttemptCounters();
  const store = isStoreDown ? { ...counters, add: () => Promise.reject(down) } : counters;
  const limit = createWindowLimit(store, 'sign-in', { hour: allowed, day: 1_000 });
  const pace = vi.fn(async () => {});
  const thrown = await paced(limit.charge('192.0.2.1', 0), pace).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(pace).toHaveBeenCalledTimes(waits);
  expect(thrown === undefined).toBe(allowed > 0);
  if (isStoreDown) expect(thrown).toBe(down);
});
