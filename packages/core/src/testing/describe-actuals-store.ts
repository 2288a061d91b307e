import { beforeEach, describe, expect, test } from 'vitest';
import type { ActualsStore, ObservationBatch, SeriesKey } from '../ports/actuals-store.js';
import { foldBlocks, type KnownSeries, readAsOf } from '../series/known-series.js';
import { HOUR_MS } from '../time/instant.js';
import { buildBatch, buildBlock } from './builders.js';

const CAISO: SeriesKey = { series: 'CISO', measure: 'demand' };
const MIDNIGHT = Date.parse('2026-03-08T00:00Z');
const DAY = { start: MIDNIGHT, end: MIDNIGHT + 4 * HOUR_MS };

/**
 * The contract of `ActualsStore`: the whole test file of an adapter.
 *
 * @param open returns an empty store, once per test; may register its clean-up with vitest's `onTestFinished`
 * @example
 * // describeActualsStore('memory', () => memoryActualsStore());
 */
export function describeActualsStore(name: string, open: () => ActualsStore | Promise<ActualsStore>): void {
  describe(`${name} keeps actuals`, () => {
    let store: ActualsStore;
    beforeEach(async () => {
      store = await open();
    });
    const valuesAt = async (asOf: number, key = CAISO): Promise<number[]> => [
      ...readAsOf(await store.read(key), DAY, asOf).valuesMw,
    ];

    test('an unknown series is empty', async () => {
      const series = await store.read(CAISO);
      expect([series.values.length, series.knownAtMs.length, series.replaced.size]).toEqual([0, 0, 0]);
      expect(await store.keys()).toEqual([]);
    });

    test('values come back exactly: hundredths, tiny, huge, negative and missing', async () => {
      const values = [25_000.01, 0.1 + 0.2, 123_456.78, -5, Number.NaN, 0, 1e-9, 1_234_567_890.12];
      await store.append(buildBatch([buildBlock('2026-03-08T00:00Z', values)]));
      expect([...(await store.read(CAISO)).values]).toEqual(values);
    });

    test('a long block comes back exactly', async () => {
      const values = Array.from({ length: 9_000 }, (_, i) =>
        i % 97 === 0 ? Number.NaN : 20_000 + ((i * 7919) % 9000),
      );
      await store.append(buildBatch([buildBlock('2025-03-01T00:00Z', values)]));
      expect([...(await store.read(CAISO)).values]).toEqual(values);
    });

    test.each([
      { known: { kind: 'at', at: MIDNIGHT + 123_456 }, at: [123_456, 123_456] },
      { known: { kind: 'lag', lagMs: 5_400_000 }, at: [9_000_000, 12_600_000] },
      // In New York it is still the evening of the 7th, whose 07:00 was 12:00Z.
      {
        known: { kind: 'daily', zone: 'America/New_York', timeOfDayMs: 7 * HOUR_MS, dayOffset: 0 },
        at: [-12 * HOUR_MS, -12 * HOUR_MS],
      },
    ] as const)('the known rule $known.kind survives', async ({ known, at }) => {
      await store.append(buildBatch([buildBlock('2026-03-08T00:00Z', [1, 2], { known })]));
      expect([...(await store.read(CAISO)).knownAtMs].map((ms) => ms - MIDNIGHT)).toEqual(at);
    });

    test('a value is not seen before it was known', async () => {
      await store.append(buildBatch([buildBlock('2026-03-08T00:00Z', [1, 2, 3], { known: lag(2) })]));
      expect(await valuesAt(MIDNIGHT + 4 * HOUR_MS)).toEqual([1, 2, Number.NaN, Number.NaN]);
      expect(await valuesAt(MIDNIGHT + 4 * HOUR_MS - 1)).toEqual([1, Number.NaN, Number.NaN, Number.NaN]);
    });

    // docs/faults.md: fault 13
    test('a restatement wins from when it was known, and the old version still speaks for the time before', async () => {
      await store.append(buildBatch([buildBlock('2026-03-08T00:00Z', [1, 2, 3], { known: at(10) })]));
      await store.append(buildBatch([buildBlock('2026-03-08T01:00Z', [20], { known: at(20) })]));
      expect(await valuesAt(MIDNIGHT + 19 * HOUR_MS)).toEqual([1, 2, 3, Number.NaN]);
      expect(await valuesAt(MIDNIGHT + 20 * HOUR_MS)).toEqual([1, 20, 3, Number.NaN]);
    });

    test('a value, its restatement and the first value again are three versions', async () => {
      for (const [hours, mw] of [
        [10, 1],
        [20, 2],
        [30, 1],
      ] as const) {
        await store.append(buildBatch([buildBlock('2026-03-08T00:00Z', [mw], { known: at(hours) })]));
      }
      const versions = (await store.read(CAISO)).replaced.get(0)?.map(({ value }) => value);
      expect([versions, (await valuesAt(Infinity))[0]]).toEqual([[1, 2], 1]);
    });

    test('a missing value says nothing: what stood there stays', async () => {
      await store.append(buildBatch([buildBlock('2026-03-08T00:00Z', [1, 2], { known: at(10) })]));
      await store.append(buildBatch([buildBlock('2026-03-08T00:00Z', [Number.NaN, 3], { known: at(20) })]));
      expect(await valuesAt(Infinity)).toEqual([1, 3, Number.NaN, Number.NaN]);
    });

    test('of two values known at the same instant the later written wins, within a batch too', async () => {
      const twice = [10, 11].map((mw) => buildBlock('2026-03-08T00:00Z', [mw], { known: at(10) }));
      await store.append(buildBatch(twice));
      expect((await valuesAt(Infinity))[0]).toBe(11);
      await store.append(buildBatch([buildBlock('2026-03-08T00:00Z', [12], { known: at(10) })]));
      expect((await valuesAt(Infinity))[0]).toBe(12);
    });

    // docs/faults.md: fault 14
    test('batches in any order give one series', async () => {
      const batches = [10, 20, 30].map((hours) =>
        buildBatch([buildBlock('2026-03-08T00:00Z', [hours, hours + 1], { known: at(hours) })]),
      );
      const keyed = (series: string, order: readonly number[]): ObservationBatch[] =>
        order.map((i) => buildBatch(batches[i]!.blocks.map((block) => ({ ...block, key: { ...CAISO, series } }))));
      const orders = [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
      ];
      for (const order of orders) {
        for (const batch of keyed(order.join(''), order)) await store.append(batch);
      }
      const [first, ...others] = await Promise.all(
        orders.map((order) => store.read({ ...CAISO, series: order.join('') })),
      );
      for (const other of others) expect(other).toEqual(first);
    });

    test('series and measures do not mix', async () => {
      await store.append(
        buildBatch([
          buildBlock('2026-03-08T00:00Z', [1]),
          buildBlock('2026-03-08T00:00Z', [2], { measure: 'demand_adjusted' }),
          buildBlock('2026-03-08T00:00Z', [3], { series: 'CISO-PGAE' }),
        ]),
      );
      expect((await valuesAt(Infinity))[0]).toBe(1);
      expect((await valuesAt(Infinity, { ...CAISO, measure: 'demand_adjusted' }))[0]).toBe(2);
      expect((await valuesAt(Infinity, { ...CAISO, series: 'CISO-PGAE' }))[0]).toBe(3);
    });

    test('keys are sorted by series, then measure, each once', async () => {
      const blocks = [
        buildBlock('2026-03-08T00:00Z', [1], { series: 'PJM' }),
        buildBlock('2026-03-08T00:00Z', [1], { series: 'CISO-PGAE' }),
        buildBlock('2026-03-08T00:00Z', [1], { measure: 'demand_imputed' }),
        buildBlock('2026-03-08T00:00Z', [1]),
      ];
      await store.append(buildBatch(blocks));
      await store.append(buildBatch(blocks));
      expect((await store.keys()).map(({ series, measure }) => `${series} ${measure}`)).toEqual([
        'CISO demand',
        'CISO demand_imputed',
        'CISO-PGAE demand',
        'PJM demand',
      ]);
    });

    test.each([
      { fault: 'a start off the hour', bad: buildBlock('2026-03-08T00:30Z', [1]) },
      { fault: 'an infinite value', bad: buildBlock('2026-03-08T00:00Z', [1, Infinity]) },
      { fault: 'no hours', bad: buildBlock('2026-03-08T00:00Z', []) },
      { fault: 'no instant', bad: buildBlock('2026-03-08T00:00Z', [1], { known: { kind: 'at', at: Number.NaN } }) },
    ])('a batch with one bad block ($fault) leaves nothing', async ({ bad }) => {
      const batch = buildBatch([buildBlock('2026-03-08T00:00Z', [1]), { ...bad, key: { ...CAISO, series: 'PJM' } }]);
      await expect(store.append(batch)).rejects.toThrow(RangeError);
      expect(await store.keys()).toEqual([]);
    });

    test('changing an array after it was appended, or one that was read, changes nothing', async () => {
      const block = buildBlock('2026-03-08T00:00Z', [1]);
      await store.append(buildBatch([block]));
      block.values[0] = 99;
      (await store.read(CAISO)).values[0] = 99;
      expect((await valuesAt(Infinity))[0]).toBe(1);
    });

    test('a read that goes on from an earlier one gives what a whole read gives, and leaves the earlier one as it was', async () => {
      const batches = [
        buildBatch([buildBlock('2026-03-08T00:00Z', [1, 2], { known: at(10) })]),
        buildBatch([buildBlock('2026-03-08T01:00Z', [20, 30], { known: at(20) })]),
        buildBatch([
          buildBlock('2026-03-07T20:00Z', [5], { known: at(15) }),
          buildBlock('2026-03-08T01:00Z', [21], { known: at(12) }),
        ]),
      ];
      let held = await store.read(CAISO);
      for (const batch of batches) {
        await store.append(batch);
        const before = structuredClone(held);
        const more = await store.read(CAISO, held);
        expect(held).toEqual(before);
        expect(more).toEqual(await store.read(CAISO));
        held = more;
      }
      expect(held.blocks).toBe(4);
    });

    test('a read that goes on gives back what it was given when nothing was written to that series', async () => {
      await store.append(buildBatch([buildBlock('2026-03-08T00:00Z', [1])]));
      const held = await store.read(CAISO);
      await store.append(buildBatch([buildBlock('2026-03-08T00:00Z', [1], { series: 'PJM' })]));
      expect(await store.read(CAISO, held)).toBe(held);
      const unknown = await store.read({ ...CAISO, series: 'NYIS' });
      expect(await store.read({ ...CAISO, series: 'NYIS' }, unknown)).toBe(unknown);
    });

    test('however many small blocks there are and wherever a read goes on, it gives the fold of all blocks in order', async () => {
      const blocks: ReturnType<typeof buildBlock>[] = [];
      const points: KnownSeries[] = [await store.read(CAISO)];
      for (let poll = 0; poll < 30; poll++) {
        const fresh = Array.from({ length: 1 + ((poll * 7) % 23) }, (_, i) => manyKindsOf(poll * 31 + i));
        await store.append(buildBatch([...fresh, buildBlock('2026-03-08T00:00Z', [poll], { series: 'PJM' })]));
        blocks.push(...fresh);
        if (poll % 4 === 0) points.push(await store.read(CAISO));
      }
      const whole = foldBlocks(blocks);
      expect(blocks.length).toBeGreaterThan(300);
      expect(await store.read(CAISO)).toEqual(whole);
      for (const held of points) expect(await store.read(CAISO, held)).toEqual(whole);
    });

    test('appends at the same time are all kept', async () => {
      await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          store.append(buildBatch([buildBlock('2026-03-08T00:00Z', [i], { series: `S${i % 4}`, known: at(i) })])),
        ),
      );
      const series = await Promise.all((await store.keys()).map((key) => store.read(key)));
      expect(series.map(({ replaced, values }) => [replaced.get(0)?.length, values[0]])).toEqual([
        [4, 16],
        [4, 17],
        [4, 18],
        [4, 19],
      ]);
    });
  });
}

/** The `n`-th of many small blocks: new hours, restatements, gaps, whole and broken numbers, and every known rule. */
function manyKindsOf(n: number): ReturnType<typeof buildBlock> {
  const start = new Date(MIDNIGHT + ((n * 37) % 500) * HOUR_MS).toISOString();
  const values = Array.from({ length: 1 + (n % 3) }, (_, i) => (n % 11 === i ? Number.NaN : 100 * n + i + (n % 5) / 3));
  const rules = [
    at(n),
    lag(n % 40),
    { kind: 'daily', zone: 'America/New_York', timeOfDayMs: 7 * HOUR_MS, dayOffset: (n % 3) - 1 },
  ] as const;
  return buildBlock(start, values, { known: rules[n % 7 === 0 ? 2 : n % 5 === 0 ? 1 : 0] });
}

function at(hours: number): { readonly kind: 'at'; readonly at: number } {
  return { kind: 'at', at: MIDNIGHT + hours * HOUR_MS };
}

function lag(hours: number): { readonly kind: 'lag'; readonly lagMs: number } {
  return { kind: 'lag', lagMs: hours * HOUR_MS };
}
