import { CONTRACT_AREAS, ServiceError, type VintageStore } from '@loadcast/core';
import { memoryVintageStore } from '@loadcast/core/memory';
import { buildVintage } from '@loadcast/core/testing';
import { expect, onTestFinished, test } from 'vitest';
import { type FollowedVintageStore, followedVintageStore } from './followed-vintage-store.js';

const silence = () => () => undefined;

// Not describeVintageStore: readers share arrays, so it cannot promise each a copy of its own.

async function followed(
  store: VintageStore,
  onVintage: (listener: (areaId: string | undefined) => void) => () => void = silence,
): Promise<FollowedVintageStore> {
  const own = await followedVintageStore(store, {
    areas: () => CONTRACT_AREAS,
    onVintage,
    now: () => 0,
    everyMs: 3_600_000,
    retryMs: 10,
  });
  onTestFinished(() => own.close());
  return own;
}

const vintage = (at: number) => buildVintage({ areaId: 'pjm', issuedAt: at, availableAt: at, start: 3_600_000 });

/** A store that can be away. */
function away(store: VintageStore) {
  const state = { isAway: false };
  const guard = <T>(work: () => Promise<T>): Promise<T> =>
    state.isAway ? Promise.reject(new ServiceError('unavailable', 'away', { retryAfterSeconds: 1 })) : work();
  const guarded: VintageStore = {
    append: (row) => guard(() => store.append(row)),
    newest: (areaId, asOf) => guard(() => store.newest(areaId, asOf)),
    issued: (areaId, issuedAt) => guard(() => store.issued(areaId, issuedAt)),
    headers: (areaId, window) => guard(() => store.headers(areaId, window)),
    links: (areaId, window) => guard(() => store.links(areaId, window)),
    count: (areaId, asOf) => guard(() => store.count(areaId, asOf)),
  };
  return { state, guarded };
}

test('what another process kept is served after its news', async () => {
  const store = memoryVintageStore();
  let tell: (areaId: string | undefined) => void = () => {};
  const own = await followed(store, (listener) => {
    tell = listener;
    return () => undefined;
  });
  await store.append(vintage(1_000));
  expect(await own.newest('pjm', 9_000)).toBeUndefined();
  tell('pjm');
  await own.follow('pjm');
  expect((await own.newest('pjm', 9_000))?.issuedAt).toBe(1_000);
});

test('how many there were is asked again after news', async () => {
  const store = memoryVintageStore();
  const own = await followed(store);
  await own.append(vintage(1_000));
  expect(await own.count('pjm', 9_000)).toBe(1);
  await store.append(vintage(2_000));
  expect(await own.count('pjm', 9_000)).toBe(1);
  await own.follow('pjm');
  expect(await own.count('pjm', 9_000)).toBe(2);
});

test('what another process kept is served once it is counted, also before its news', async () => {
  const store = memoryVintageStore();
  const own = await followed(store);
  await own.append(vintage(1_000));
  await store.append(vintage(2_000));
  expect((await own.newest('pjm', 9_000))?.issuedAt).toBe(1_000);
  expect(await own.count('pjm', 9_000)).toBe(2);
  expect((await own.newest('pjm', 9_000))?.issuedAt).toBe(2_000);
  expect((await own.newest('pjm', 1_500))?.issuedAt).toBe(1_000);
});

test('while the store is away the newest vintage is served, and an older one as of its time', async () => {
  const { state, guarded } = away(memoryVintageStore());
  const own = await followed(guarded);
  await own.append(vintage(1_000));
  await own.append(vintage(2_000));
  state.isAway = true;
  expect((await own.newest('pjm', 9_000))?.issuedAt).toBe(2_000);
  expect((await own.newest('pjm', 1_500))?.issuedAt).toBe(1_000);
  await expect(own.newest('pjm', 500)).rejects.toMatchObject({ code: 'unavailable' });
});

test('news that could not be followed is followed once the store is back', async () => {
  const store = memoryVintageStore();
  const { state, guarded } = away(store);
  const own = await followed(guarded);
  await store.append(vintage(1_000));
  state.isAway = true;
  await own.follow('pjm');
  state.isAway = false;
  await expect.poll(async () => (await own.newest('pjm', 9_000))?.issuedAt).toBe(1_000);
});
