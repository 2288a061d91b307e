import { HOUR_MS, ServiceError } from '@loadcast/core';
import { memoryActualsStore } from '@loadcast/core/memory';
import { buildBatch, buildBlock } from '@loadcast/core/testing';
import { expect, test } from 'vitest';
import { survivingActualsStore } from './surviving-actuals-store.js';

const CISO = { series: 'CISO', measure: 'demand' } as const;

async function world() {
  const inner = memoryActualsStore();
  await inner.append(buildBatch([buildBlock('2026-01-01T00:00Z', [1, 2])]));
  const state = { now: 0, asked: 0, error: undefined as Error | undefined };
  const store = survivingActualsStore(
    {
      ...inner,
      read(key) {
        state.asked++;
        return state.error ? Promise.reject(state.error) : inner.read(key);
      },
    },
    () => state.now,
  );
  return { state, store };
}

const unavailable = () => new ServiceError('unavailable', 'away', { retryAfterSeconds: 1 });

test('while the store is away what was read last is given, and the store is not asked again for a second', async () => {
  const { state, store } = await world();
  const before = await store.read(CISO);
  state.error = unavailable();
  expect(await store.read(CISO)).toBe(before);
  expect(await store.read(CISO)).toBe(before);
  expect(state.asked).toBe(2);
  state.now += 1_000;
  state.error = undefined;
  expect(await store.read(CISO)).not.toBe(before);
});

test.each([
  { name: 'after six hours nothing stands in any more', now: 6 * HOUR_MS + 1, error: unavailable() },
  { name: 'what is wrong with the data is told at once', now: 1, error: new Error('a damaged block') },
])('$name', async ({ now, error }) => {
  const { state, store } = await world();
  await store.read(CISO);
  state.now = now;
  state.error = error;
  await expect(store.read(CISO)).rejects.toBe(error);
});
