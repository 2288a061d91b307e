import { ServiceError, type VintageStore } from '@loadcast/core';
import { memoryVintageStore } from '@loadcast/core/memory';
import { buildVintage } from '@loadcast/core/testing';
import type { ReadVintageChanges } from '@loadcast/storage/postgres';
import { expect, onTestFinished, test } from 'vitest';
import { type FollowedVintageStore, followedVintageStore } from './followed-vintage-store.js';

const silence = () => () => undefined;

// Not describeVintageStore: readers share arrays, so it cannot promise each a copy of its own.

async function followed(
  store: VintageStore,
  onVintage: (listener: () => void) => () => void = silence,
  changes: ReadVintageChanges = async () => undefined,
): Promise<FollowedVintageStore> {
  const own = await followedVintageStore(store, {
    changes,
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

test('what another process kept is served after a hint', async () => {
  const store = memoryVintageStore();
  let tell: () => void = () => {};
  const own = await followed(store, (listener) => {
    tell = listener;
    return () => undefined;
  });
  expect(await own.newest('pjm', 9_000)).toBeUndefined();
  await store.append(vintage(1_000));
  expect(await own.newest('pjm', 9_000)).toBeUndefined();
  tell();
  await expect.poll(async () => (await own.newest('pjm', 9_000))?.issuedAt).toBe(1_000);
});

/** A store that notes which areas it was asked for, and changes that a test gives. */
async function watched() {
  const store = memoryVintageStore();
  const asked: string[] = [];
  let changed: ReadonlyMap<string, number> | undefined = new Map();
  const newest = (areaId: string, asOf: number) => {
    asked.push(areaId);
    return store.newest(areaId, asOf);
  };
  const own = await followed({ ...store, newest }, silence, async () => changed);
  const follow = async (now: typeof changed): Promise<string[]> => {
    changed = now;
    asked.length = 0;
    await own.follow();
    return asked.toSorted();
  };
  return { store, own, asked, follow };
}

test('an area is read from the store once, when it is first asked for, also one without a run', async () => {
  const { store, own, asked } = await watched();
  await store.append(vintage(1_000));
  for (const areaId of ['pjm', 'miso', 'pjm', 'miso']) await own.newest(areaId, 9_000);
  expect(asked).toEqual(['pjm', 'miso']);
});

test.each([
  { name: 'one with a newer run', changed: new Map([['pjm', 2_000]]), read: ['pjm'] },
  { name: 'not one whose newest run is held', changed: new Map([['pjm', 1_000]]), read: [] },
  { name: 'one that had no run', changed: new Map([['miso', 500]]), read: ['miso'] },
  { name: 'not one that was never read', changed: new Map([['nyiso', 2_000]]), read: [] },
  { name: 'none without changes', changed: new Map(), read: [] },
  { name: 'every one where any may have changed', changed: undefined, read: ['miso', 'pjm'] },
])('of the areas in memory these are read again: $name', async ({ changed, read }) => {
  const { store, own, follow } = await watched();
  await store.append(vintage(1_000));
  for (const areaId of ['pjm', 'miso']) await own.newest(areaId, 9_000);
  expect(await follow(changed)).toEqual(read);
});

test('an older run that is appended to an area out of memory is not its newest', async () => {
  const { store, own } = await watched();
  await store.append(vintage(2_000));
  await own.append(vintage(1_000));
  expect((await own.newest('pjm', 9_000))?.issuedAt).toBe(2_000);
});

test('changes that could not be read are read again', async () => {
  const store = memoryVintageStore();
  let fails = false;
  const own = await followed(store, silence, async () => {
    if (!fails) return undefined;
    fails = false;
    throw new Error('away');
  });
  await own.newest('pjm', 9_000);
  await store.append(vintage(1_000));
  fails = true;
  await own.follow();
  await expect.poll(async () => (await own.newest('pjm', 9_000))?.issuedAt).toBe(1_000);
});

test('how many there were is asked again after news', async () => {
  const store = memoryVintageStore();
  const own = await followed(store);
  await own.append(vintage(1_000));
  expect(await own.count('pjm', 9_000)).toBe(1);
  await store.append(vintage(2_000));
  expect(await own.count('pjm', 9_000)).toBe(1);
  await own.follow();
  expect(await own.count('pjm', 9_000)).toBe(2);
});

test('what another process kept is served once it is counted, also before its news', async () => {
  const store = memoryVintageStore();
  const own = await followed(store);
  await own.append(vintage(1_000));
  await own.newest('pjm', 9_000);
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
  await own.newest('pjm', 9_000);
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
  await own.newest('pjm', 9_000);
  await store.append(vintage(1_000));
  state.isAway = true;
  await own.follow();
  state.isAway = false;
  await expect.poll(async () => (await own.newest('pjm', 9_000))?.issuedAt).toBe(1_000);
});
