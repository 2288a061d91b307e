import { DAY_MS, HOUR_MS } from '@loadcast/core';
import { SECURITY_EVENT_DAYS, type SecurityEvent } from '@loadcast/core/quota';
import { memoryControlStore } from '@loadcast/core/testing';
import { expect, test } from 'vitest';
import { createSecurityEvents, MOST_STORED_REFUSALS_PER_HOUR, type NewSecurityEvent } from './security-events.js';

const NOW = Date.UTC(2026, 10, 21, 8, 30);

const SIGN_IN: NewSecurityEvent = {
  kind: 'sign-in',
  outcome: 'done',
  accountId: 'acc_1',
  via: 'http',
  from: '192.0.2.1',
  keyId: null,
  detail: '',
};

function opened(addEvents?: (events: readonly SecurityEvent[]) => Promise<void>) {
  const store = memoryControlStore();
  const logged: SecurityEvent[] = [];
  const failures: number[] = [];
  const told = { full: 0 };
  const events = createSecurityEvents({
    store: addEvents ? { ...store, addEvents } : store,
    log: (event) => logged.push(event),
    failed: (_error, count) => failures.push(count),
    full: () => {
      told.full += 1;
    },
  });
  return { store, events, logged, failures, told };
}

test('an event is in the log and in the store when its record resolves', async () => {
  const { store, events, logged } = opened();
  await events.record(SIGN_IN, NOW);
  expect(logged).toMatchObject([{ ...SIGN_IN, at: NOW }]);
  expect(await store.events({ limit: 9 })).toEqual(logged);
});

test('an event is its recorder’s own, and not that of another process', async () => {
  const [here, there] = [opened(), opened()];
  await here.events.record(SIGN_IN, NOW);
  await there.events.record(SIGN_IN, NOW);
  expect([here, there].map(({ logged }) => here.events.isOwn(logged[0]!))).toEqual([true, false]);
});

test('events that come while the store writes are written together after it', async () => {
  const batches: number[] = [];
  let finish = () => {};
  const { events } = opened((batch) => {
    batches.push(batch.length);
    return batches.length === 1 ? new Promise<void>((resolve) => (finish = resolve)) : Promise.resolve();
  });
  const first = events.record(SIGN_IN, NOW);
  const others = Array.from({ length: 50 }, (_, n) => events.record(SIGN_IN, NOW + n));
  finish();
  await Promise.all([first, ...others]);
  expect(batches).toEqual([1, 50]);
});

test('a store that fails is reported, and nothing is thrown', async () => {
  const { events, logged, failures } = opened(() => Promise.reject(new Error('the store is unavailable')));
  await expect(events.record(SIGN_IN, NOW)).resolves.toBeUndefined();
  expect([logged.length, failures]).toEqual([1, [1]]);
});

test('a flood of refusals of one caller is logged whole and stored in part; what is done is always stored', async () => {
  const { store, events, logged } = opened();
  const refused = { ...SIGN_IN, outcome: 'refused', detail: 'unauthorized' } as const;
  await Promise.all(Array.from({ length: 1_000 }, () => events.record(refused, NOW)));
  await events.record({ ...refused, from: '192.0.2.2' }, NOW);
  await events.record(SIGN_IN, NOW);
  expect(logged).toHaveLength(1_002);
  expect(await store.events({ limit: 2_000, outcome: 'refused' })).toHaveLength(201);
  expect(await store.events({ limit: 2_000, outcome: 'done' })).toHaveLength(1);
});

// docs/faults.md: fault 110
test('of a flood of refusals from many addresses a bounded number an hour is stored, and the first that is not is reported', async () => {
  const { store, events, logged, told } = opened();
  const flood = async (at: number) => {
    const refused = { ...SIGN_IN, outcome: 'refused', detail: 'rate_limited' } as const;
    for (let n = 0; n < MOST_STORED_REFUSALS_PER_HOUR + 500; n += 1)
      await events.record({ ...refused, from: `198.${n >> 16}.${(n >> 8) & 255}.${n & 255}` }, at);
    await events.record(SIGN_IN, at);
  };
  await flood(NOW);
  expect(told.full).toBe(1);
  expect(logged).toHaveLength(MOST_STORED_REFUSALS_PER_HOUR + 501);
  expect(await store.events({ limit: 99_999, outcome: 'refused' })).toHaveLength(MOST_STORED_REFUSALS_PER_HOUR);
  expect(await store.events({ limit: 9, outcome: 'done' })).toHaveLength(1);
  await flood(NOW + HOUR_MS);
  expect(told.full).toBe(2);
  expect(await store.events({ limit: 99_999, outcome: 'refused' })).toHaveLength(2 * MOST_STORED_REFUSALS_PER_HOUR);
});

test('a sweep deletes what is older than it is kept', async () => {
  const { store, events } = opened();
  await events.record(SIGN_IN, NOW);
  await events.sweep(NOW + SECURITY_EVENT_DAYS * DAY_MS);
  expect(await store.events({ limit: 9 })).toHaveLength(1);
  await events.sweep(NOW + SECURITY_EVENT_DAYS * DAY_MS + 1);
  expect(await store.events({ limit: 9 })).toEqual([]);
});
