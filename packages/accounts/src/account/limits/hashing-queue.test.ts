import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { createHashingQueue, type HashingClock } from './hashing-queue.js';

const stranger = (name: string) => ({ name, isKnown: false });

/** Time that stands still: nothing takes any, so that nothing rests. */
const STILL: HashingClock = { now: () => 0, after: (_ms, callback) => callback() };

/** A queue whose work ends on the test's signal. */
function opened(limits?: Parameters<typeof createHashingQueue>[0], clock = STILL) {
  const hashing = createHashingQueue(limits, clock);
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const refused: string[] = [];
  const ask = (name: string, isKnown = false) =>
    hashing({ name, isKnown }, () => {
      started.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    }).catch(({ code }) => void refused.push(`${name} ${code}`));
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const endOne = async () => {
    ends.shift()?.();
    await settle();
  };
  return { ask, started, refused, endOne, settle };
}

test('one core is left free, and what waits starts when another ends', async () => {
  const { ask, started, endOne, settle } = opened();
  const atOnce = Math.max(1, availableParallelism() - 1);
  for (let n = 0; n < atOnce + 2; n += 1) void ask('ann');
  await settle();
  expect(started).toHaveLength(atOnce);
  await endOne();
  expect(started).toHaveLength(atOnce + 1);
});

const LIMITS = { atOnce: 1, mostWaiting: 4, mostWaitingOfOne: 3, restRatio: 3 };

test('callers take turns, and known ones come first', async () => {
  const { ask, started, endOne, settle } = opened(LIMITS);
  for (const name of ['running', 'crowd', 'crowd', 'ann']) void ask(name);
  void ask('owner', true);
  await settle();
  for (let n = 0; n < 4; n += 1) await endOne();
  expect(started).toEqual(['running', 'owner', 'crowd', 'ann', 'crowd']);
});

test('a flood of known callers leaves every fourth turn and a quarter of the places to strangers', async () => {
  const { ask, started, refused, endOne, settle } = opened({ ...LIMITS, mostWaiting: 8 });
  void ask('running');
  for (let n = 1; n <= 9; n += 1) void ask(`owner ${n}`, true);
  void ask('ann');
  void ask('bob');
  await settle();
  expect(refused).toEqual(['owner 7 unavailable', 'owner 8 unavailable', 'owner 9 unavailable']);
  for (let n = 0; n < 8; n += 1) await endOne();
  expect(started).toEqual(['running', 'owner 1', 'owner 2', 'owner 3', 'ann', 'owner 4', 'owner 5', 'owner 6', 'bob']);
});

test('a line that is full is refused; in a full queue the newest of the longest line makes room', async () => {
  const { ask, refused, settle } = opened(LIMITS);
  void ask('running');
  for (let n = 0; n < 4; n += 1) void ask('crowd');
  await settle();
  expect(refused).toEqual(['crowd unavailable']);
  void ask('ann');
  void ask('bob');
  await settle();
  expect(refused).toEqual(['crowd unavailable', 'crowd unavailable']);
  for (const name of ['cid', 'dan']) void ask(name);
  void ask('owner', true);
  await settle();
  expect(refused.slice(2)).toHaveLength(3);
  expect(refused.slice(2)).toEqual(expect.arrayContaining(['crowd unavailable', 'dan unavailable']));
  expect(refused.some((each) => each.startsWith('owner'))).toBe(false);
});

test('work that fails makes room too, and the refusal says when to come back', async () => {
  const hashing = createHashingQueue({ ...LIMITS, mostWaitingOfOne: 1 }, STILL);
  for (let n = 0; n < 5; n += 1) {
    await expect(hashing(stranger('ann'), () => Promise.reject(new Error('no memory')))).rejects.toThrow('no memory');
  }
  const forever = () => new Promise<never>(() => {});
  void hashing(stranger('ann'), forever);
  void hashing(stranger('ann'), forever);
  await expect(hashing(stranger('ann'), forever)).rejects.toMatchObject({
    code: 'unavailable',
    details: { retryAfterSeconds: 1 },
  });
});

test.each([
  { name: 'three times as long as the hash took', tookMs: 10, restMs: 30 },
  { name: 'no longer than 200 ms', tookMs: 900, restMs: 200 },
])('after a hash its place rests $name; only then the next starts', async ({ tookMs, restMs }) => {
  const time = { now: 0 };
  const rests: { ms: number; callback: () => void }[] = [];
  const clock = { now: () => time.now, after: (ms: number, callback: () => void) => void rests.push({ ms, callback }) };
  const { ask, started, endOne, settle } = opened(LIMITS, clock);
  void ask('ann');
  void ask('bob');
  await settle();
  time.now += tookMs;
  await endOne();
  expect([started, rests.map(({ ms }) => ms)]).toEqual([['ann'], [restMs]]);
  rests[0]!.callback();
  await settle();
  expect(started).toEqual(['ann', 'bob']);
});
