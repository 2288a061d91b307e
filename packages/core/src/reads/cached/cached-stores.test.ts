import { expect, test } from 'vitest';
import { memoryActualsStore } from '../../memory/memory-actuals-store.js';
import { memoryVintageStore } from '../../memory/memory-vintage-store.js';
import type { ActualsStore } from '../../ports/actuals-store.js';
import { buildBatch, buildBlock, buildVintage } from '../../testing/builders.js';
import { describeVintageStore } from '../../testing/describe-vintage-store.js';
import { cachedActualsStore } from './cached-actuals-store.js';
import { cachedVintageStore } from './cached-vintage-store.js';

describeVintageStore('cached', () => cachedVintageStore(memoryVintageStore((text) => `digest of ${text}`)));
// Not describeActualsStore: readers of cachedActualsStore share arrays, so it cannot promise each a copy of its own.

/** A vintage issued and available at `at`. */
const vintage = (at: number) => buildVintage({ issuedAt: at, availableAt: at, start: 3_600_000 });

/** A vintage store that counts reads of its newest. */
function countingVintages() {
  const store = memoryVintageStore();
  const counts = { newest: 0, count: 0 };
  const counted = {
    ...store,
    count: (...asked: Parameters<typeof store.count>) => {
      counts.count++;
      return store.count(...asked);
    },
    newest: (...asked: Parameters<typeof store.newest>) => {
      counts.newest++;
      return store.newest(...asked);
    },
  };
  return { store: counted, counts };
}

test('within maxAgeMs the store is asked once, and every reader gets the same object', async () => {
  const { store, counts } = countingVintages();
  const cached = cachedVintageStore(store, { maxAgeMs: 1000 });
  await cached.append(vintage(0));
  const first = await cached.newest('caiso', 5_000);
  expect(await cached.newest('caiso', 6_000)).toBe(first);
  expect(counts.newest).toBe(1);
  await cached.newest('caiso', 6_001);
  expect(counts.newest).toBe(2);
});

test.each([
  { name: 'an own append is seen at once', at: 5_500, asOf: 5_500, issuedAt: 5_500 },
  { name: 'an append for later is not seen before', at: 5_700, asOf: 5_699, issuedAt: 0 },
  { name: 'and is seen from then on', at: 5_700, asOf: 5_700, issuedAt: 5_700 },
])('$name', async ({ at, asOf, issuedAt }) => {
  const cached = cachedVintageStore(memoryVintageStore(), { maxAgeMs: 1000 });
  await cached.append(vintage(0));
  await cached.newest('caiso', 5_000);
  await cached.append(vintage(at));
  await cached.newest('caiso', 5_001);
  expect((await cached.newest('caiso', asOf))?.issuedAt).toBe(issuedAt);
});

test('a read of the past is not answered from, and does not spoil, what is kept', async () => {
  const cached = cachedVintageStore(memoryVintageStore());
  await cached.append(vintage(1_000));
  await cached.append(vintage(2_000));
  expect((await cached.newest('caiso', 5_000))?.issuedAt).toBe(2_000);
  expect((await cached.newest('caiso', 1_500))?.issuedAt).toBe(1_000);
  expect(await cached.newest('caiso', 500)).toBeUndefined();
  expect((await cached.newest('caiso', 5_000))?.issuedAt).toBe(2_000);
});

test('what another process wrote is seen after forget()', async () => {
  const store = memoryVintageStore();
  const cached = cachedVintageStore(store, { maxAgeMs: 60_000 });
  await store.append(vintage(0));
  await cached.newest('caiso', 5_000);
  await store.append(vintage(5_001));
  expect((await cached.newest('caiso', 5_002))?.issuedAt).toBe(0);
  cached.forget('caiso');
  expect((await cached.newest('caiso', 5_002))?.issuedAt).toBe(5_001);
});

test('what another process wrote is given once it is counted', async () => {
  const store = memoryVintageStore();
  const cached = cachedVintageStore(store, { maxAgeMs: 1000 });
  await cached.append(vintage(1_000));
  await cached.newest('caiso', 5_000);
  await store.append(vintage(2_000));
  expect((await cached.newest('caiso', 5_000))?.issuedAt).toBe(1_000);
  expect(await cached.count('caiso', 5_000)).toBe(2);
  expect((await cached.newest('caiso', 5_000))?.issuedAt).toBe(2_000);
  await store.append(vintage(3_000));
  expect(await cached.count('caiso', 2_500)).toBe(2);
  expect((await cached.newest('caiso', 5_000))?.issuedAt).toBe(2_000);
});

test('a count is asked for once, and follows own writes from when they are available', async () => {
  const { store, counts } = countingVintages();
  const cached = cachedVintageStore(store);
  await cached.append(vintage(1_000));
  expect([await cached.count('caiso', 1_500), await cached.count('caiso', 3_000)]).toEqual([1, 1]);
  await cached.append(vintage(2_000));
  await cached.append(vintage(2_000));
  expect([await cached.count('caiso', 1_500), await cached.count('caiso', 3_000)]).toEqual([1, 2]);
  expect(counts.count).toBe(2);
  await store.append(vintage(2_500));
  cached.forget('caiso');
  expect(await cached.count('caiso', 3_000)).toBe(3);
});

test('a count that was asked for while a vintage was written is not kept', async () => {
  const { store, counts } = countingVintages();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const cached = cachedVintageStore({
    ...store,
    async append(given) {
      const isKept = await store.append(given);
      await held;
      return isKept;
    },
  });
  const writing = cached.append(vintage(1_000));
  expect(await cached.count('caiso', 3_000)).toBe(1);
  release();
  await writing;
  expect(await cached.count('caiso', 3_000)).toBe(1);
  expect(counts.count).toBe(2);
});

test('a series is read once until a batch touches it', async () => {
  const cached = cachedActualsStore(memoryActualsStore());
  const key = { series: 'CISO', measure: 'demand' } as const;
  await cached.append(buildBatch([buildBlock('2026-07-01T00:00Z', [1, 2])]));
  const [first, again] = await Promise.all([cached.read(key), cached.read(key)]);
  expect(again).toBe(first);
  await cached.append(buildBatch([buildBlock('2026-07-01T00:00Z', [9], { series: 'PJM' })]));
  expect(await cached.read(key)).toBe(first);
  await cached.append(buildBatch([buildBlock('2026-07-01T02:00Z', [3])]));
  expect([...(await cached.read(key)).values]).toEqual([1, 2, 3]);
});

test('a failed read is not kept', async () => {
  const store = memoryActualsStore();
  let broken = true;
  const flaky = {
    ...store,
    read: (key: Parameters<typeof store.read>[0]) => (broken ? Promise.reject(new Error('disk')) : store.read(key)),
  };
  const cached = cachedActualsStore(flaky);
  const key = { series: 'CISO', measure: 'demand' } as const;
  await expect(cached.read(key)).rejects.toThrow('disk');
  broken = false;
  await expect(cached.read(key)).resolves.toBeDefined();
});

/** A store that counts its calls and can be blocked. */
function watchedActuals() {
  const inner = memoryActualsStore();
  const asked: number[] = [];
  const state = { hold: undefined as Promise<void> | undefined };
  const store: ActualsStore = {
    ...inner,
    async read(key, held) {
      asked.push(held?.blocks ?? 0);
      const series = await inner.read(key, held);
      await state.hold;
      return series;
    },
  };
  return { inner, store, asked, state };
}

const CISO = { series: 'CISO', measure: 'demand' } as const;

test('after an append only what is new is read', async () => {
  const { inner, store, asked } = watchedActuals();
  const cached = cachedActualsStore(store);
  await cached.append(buildBatch([buildBlock('2026-01-01T00:00Z', [1, 2])]));
  await cached.read(CISO);
  await cached.append(buildBatch([buildBlock('2026-01-01T01:00Z', [20, 30])]));
  expect(await cached.read(CISO)).toEqual(await inner.read(CISO));
  await cached.read(CISO);
  expect(asked).toEqual([0, 1]);
});

test('what another process wrote is seen after follow(), and nothing is unpacked when it wrote nothing', async () => {
  const { inner, store, asked } = watchedActuals();
  const cached = cachedActualsStore(store);
  await inner.append(buildBatch([buildBlock('2026-01-01T00:00Z', [1])]));
  const first = await cached.read(CISO);
  await cached.follow();
  expect(await cached.read(CISO)).toBe(first);
  await inner.append(buildBatch([buildBlock('2026-01-01T01:00Z', [2])]));
  expect(await cached.read(CISO)).toBe(first);
  await cached.follow();
  expect([...(await cached.read(CISO)).values]).toEqual([1, 2]);
  expect(asked).toEqual([0, 1, 1]);
});

test.each([
  { name: 'a series that grew is read', counts: async (blocks: number) => [{ ...CISO, blocks }], reads: 1 },
  { name: 'a series of as many blocks is not read', counts: async () => [{ ...CISO, blocks: 1 }], reads: 0 },
  { name: 'without an answer every series is read', counts: async () => Promise.reject(new Error('away')), reads: 1 },
])('where blocks are counted, of two followed series $name', async ({ counts, reads }) => {
  const { inner, store, asked } = watchedActuals();
  const cached = cachedActualsStore({ ...store, blockCounts: () => counts(2) });
  await inner.append(buildBatch([buildBlock('2026-01-01T00:00Z', [1])]));
  await cached.read(CISO);
  await inner.append(buildBatch([buildBlock('2026-01-01T01:00Z', [2])]));
  asked.length = 0;
  await cached.follow();
  expect(asked).toHaveLength(reads);
  expect((await cached.read(CISO)).values).toHaveLength(1 + reads);
});

/** A cache that has read one batch, and whose next read of the store is held up until `release`. */
async function heldUp() {
  const { inner, store, state } = watchedActuals();
  const cached = cachedActualsStore(store);
  await cached.append(buildBatch([buildBlock('2026-01-01T00:00Z', [1])]));
  const first = await cached.read(CISO);
  let release = () => {};
  state.hold = new Promise((resolve) => {
    release = resolve;
  });
  return { inner, cached, first, release };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('while what is new is followed readers are given what is kept', async () => {
  const { inner, cached, first, release } = await heldUp();
  await inner.append(buildBatch([buildBlock('2026-01-01T01:00Z', [2])]));
  const following = cached.follow();
  await nextTurn();
  expect(await cached.read(CISO)).toBe(first);
  release();
  await following;
  expect([...(await cached.read(CISO)).values]).toEqual([1, 2]);
});

test.each(['read', 'follow'] as const)(
  'a batch written while a %s is under way is in what is read after it',
  async (way) => {
    const { inner, cached, release } = await heldUp();
    if (way === 'read') await cached.append(buildBatch([buildBlock('2026-01-01T01:00Z', [2])]));
    const underWay = way === 'read' ? cached.read(CISO) : cached.follow();
    await nextTurn();
    await cached.append(buildBatch([buildBlock('2026-01-01T02:00Z', [3])]));
    const afterwards = cached.read(CISO);
    release();
    await underWay;
    expect(await afterwards).toEqual(await inner.read(CISO));
  },
);

test('a series that cannot be followed is no longer given from memory', async () => {
  const { store } = watchedActuals();
  let failure: Error | undefined;
  const cached = cachedActualsStore({
    ...store,
    read: (key, held) => (failure ? Promise.reject(failure) : store.read(key, held)),
  });
  await cached.read(CISO);
  failure = new Error('away for too long');
  expect(await cached.read(CISO)).toBeDefined();
  await cached.follow();
  await expect(cached.read(CISO)).rejects.toThrow('too long');
});

test('a batch that was kept although the store could not say so is seen', async () => {
  const { inner, store } = watchedActuals();
  const cached = cachedActualsStore({
    ...store,
    async append(batch) {
      await inner.append(batch);
      throw new Error('the connection broke after the commit');
    },
  });
  await cached.read(CISO);
  await expect(cached.append(buildBatch([buildBlock('2026-01-01T00:00Z', [1])]))).rejects.toThrow('broke');
  expect([...(await cached.read(CISO)).values]).toEqual([1]);
});
