import { HOUR_MS, ServiceError } from '@loadcast/core';
import { memoryActualsStore } from '@loadcast/core/memory';
import { buildBatch, buildBlock } from '@loadcast/core/testing';
import { expect, test } from 'vitest';
import { staleIfUnavailable } from './stale-if-unavailable.js';

const CISO = { series: 'CISO', measure: 'demand' } as const;

async function runtime() {
  const inner = memoryActualsStore();
  await inner.append(buildBatch([buildBlock('2026-01-01T00:00Z', [1, 2])]));
  const state = { now: 0, asked: 0, error: undefined as Error | undefined };
  const store = staleIfUnavailable(
    {
      ...inner,
      read(key, held) {
        state.asked++;
        return state.error ? Promise.reject(state.error) : inner.read(key, held);
      },
    },
    () => state.now,
  );
  return { state, store, inner };
}

test('a series that had as many blocks stands in for six hours after it was counted, and another does not', async () => {
  const { state, inner } = await runtime();
  let blocks = 1;
  const store = staleIfUnavailable(
    {
      ...inner,
      blockCounts: async () => [{ ...CISO, blocks }],
      read: (key, held) => (state.error ? Promise.reject(state.error) : inner.read(key, held)),
    },
    () => state.now,
  );
  const before = await store.read(CISO);
  state.now = 6 * HOUR_MS;
  await store.blockCounts!();
  state.error = unavailable();
  state.now = 12 * HOUR_MS;
  expect(await store.read(CISO, before)).toBe(before);
  blocks = 2;
  await store.blockCounts!();
  state.now += 1_001;
  await expect(store.read(CISO, before)).rejects.toBe(state.error);
});

const unavailable = () => new ServiceError('unavailable', 'away', { retryAfterSeconds: 1 });

test('while the store is away there is nothing new, and the store is not asked again for a second', async () => {
  const { state, store, inner } = await runtime();
  const before = await store.read(CISO);
  await inner.append(buildBatch([buildBlock('2026-01-01T02:00Z', [3])]));
  state.error = unavailable();
  expect(await store.read(CISO, before)).toBe(before);
  expect(await store.read(CISO, before)).toBe(before);
  expect(state.asked).toBe(2);
  state.now += 1_000;
  state.error = undefined;
  expect([...(await store.read(CISO, before)).values]).toEqual([1, 2, 3]);
});

test('a reader that holds nothing is told that the store is away', async () => {
  const { state, store } = await runtime();
  state.error = unavailable();
  await expect(store.read(CISO)).rejects.toBe(state.error);
});

test.each([
  { name: 'after six hours nothing stands in any more', now: 6 * HOUR_MS + 1, error: unavailable() },
  { name: 'what is wrong with the data is told at once', now: 1, error: new Error('a damaged block') },
])('$name', async ({ now, error }) => {
  const { state, store } = await runtime();
  const before = await store.read(CISO);
  state.now = now;
  state.error = error;
  await expect(store.read(CISO, before)).rejects.toBe(error);
});
