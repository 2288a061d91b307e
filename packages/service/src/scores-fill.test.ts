import { CONTRACT_AREAS, cachedActualsStore, cachedVintageStore } from '@loadcast/core';
import { reportWorld } from '@loadcast/core/testing';
import { expect, test, vi } from 'vitest';
import { startScoresFill } from './scores-fill.js';

const NOW = Date.parse('2026-07-02T18:25:30Z');

async function openStores() {
  const beneath = await reportWorld('2026-06-20', '2026-07-02', { areas: ['pjm'], until: NOW });
  const state = { reads: 0, isAway: false };
  const vintages = cachedVintageStore({
    ...beneath.vintages,
    headers: (...asked) => {
      state.reads++;
      return state.isAway ? Promise.reject(new Error('away')) : beneath.vintages.headers(...asked);
    },
  });
  const actuals = cachedActualsStore({
    ...beneath.actuals,
    read: (...asked) => (state.isAway ? Promise.reject(new Error('away')) : beneath.actuals.read(...asked)),
  });
  return { state, runtime: { areas: () => CONTRACT_AREAS, actuals, vintages, clock: { now: () => NOW } } as never };
}

test('fills at once and again; once it is ended it reads nothing more', async () => {
  const { state, runtime } = await openStores();
  const stop = startScoresFill({ runtime, log: { warn: () => undefined } as never, everyMs: 1 });
  await vi.waitFor(() => expect(state.reads).toBeGreaterThan(0), { timeout: 60_000 });
  await stop();
  const { reads } = state;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(state.reads).toBe(reads);
});

test('a store that is away is warned of once, and filled from when it is back', async () => {
  const { state, runtime } = await openStores();
  const warned: unknown[] = [];
  state.isAway = true;
  const stop = startScoresFill({ runtime, log: { warn: (line: object) => warned.push(line) } as never, everyMs: 1 });
  await vi.waitFor(() => expect(warned).toHaveLength(1), { timeout: 60_000 });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([warned.length, state.reads]).toEqual([1, 0]);
  state.isAway = false;
  await vi.waitFor(() => expect(state.reads).toBeGreaterThan(0), { timeout: 60_000 });
  await stop();
  expect(warned).toHaveLength(1);
});
