import { expect, test } from 'vitest';
import { memoryActualsStore } from '../memory/memory-actuals-store.js';
import { memoryVintageStore } from '../memory/memory-vintage-store.js';
import { buildBatch, buildBlock, buildVintage } from '../testing/builders.js';
import { describeVintageStore } from '../testing/describe-vintage-store.js';
import { cachedActualsStore } from './cached-actuals-store.js';
import { cachedVintageStore } from './cached-vintage-store.js';

describeVintageStore('cached', () => cachedVintageStore(memoryVintageStore()));
// Not describeActualsStore: readers of cachedActualsStore share arrays, so it cannot promise each a copy of its own.

/** A vintage issued and available at `at`. */
const vintage = (at: number) => buildVintage({ issuedAt: at, availableAt: at, start: 3_600_000 });

/** A vintage store that counts how often its newest is asked for. */
function countingVintages() {
  const store = memoryVintageStore();
  const counts = { newest: 0 };
  const counted = {
    ...store,
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

test('a series is read once until a batch touches it', async () => {
  const cached = cachedActualsStore(memoryActualsStore());
  const key = { series: 'CISO', measure: 'demand' } as const;
  await cached.append(buildBatch([buildBlock('2026-07-01T00:00Z', [1, 2])]));
  const [first, again] = await Promise.all([cached.read(key), cached.read(key)]);
  expect(again).toBe(first);
  await cached.append(buildBatch([buildBlock('2026-07-01T00:00Z', [9], { series: 'PJM' })]));
  expect(await cached.read(key)).toBe(first);
  await cached.append(buildBatch([buildBlock('2026-07-01T02:00Z', [3])]));
  expect([...(await cached.read(key)).valuesMw]).toEqual([1, 2, 3]);
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

test('what is appended is laid onto what is kept, without another read of the store', async () => {
  const inner = memoryActualsStore();
  let reads = 0;
  const cached = cachedActualsStore({
    ...inner,
    read(key) {
      reads++;
      return inner.read(key);
    },
  });
  const key = { series: 'CISO', measure: 'demand' } as const;
  await cached.append(buildBatch([buildBlock('2026-01-01T00:00Z', [1, 2])]));
  await cached.read(key);
  await cached.append(buildBatch([buildBlock('2026-01-01T01:00Z', [20, 30])]));
  expect(await cached.read(key)).toEqual(await inner.read(key));
  expect(reads).toBe(1);
});
