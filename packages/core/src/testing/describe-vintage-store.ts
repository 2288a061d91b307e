import { beforeEach, describe, expect, test } from 'vitest';
import type { VintageStore } from '../ports/vintage-store.js';
import { HOUR_MS } from '../time/instant.js';
import { type DriverParts, roundedDrivers } from '../vintages/run-drivers.js';
import { VINTAGE_HOURS, type Vintage } from '../vintages/vintage.js';
import { buildVintage } from './builders.js';

const NOON = Date.parse('2026-07-01T12:00Z');
const ALL = { start: 0, end: Number.MAX_SAFE_INTEGER };

/**
 * The contract of `VintageStore`: the whole test file of an adapter.
 *
 * @param open returns an empty store, once per test; may register its clean-up with vitest's `onTestFinished`
 * @example
 * // describeVintageStore('memory', () => memoryVintageStore());
 */
export function describeVintageStore(name: string, open: () => VintageStore | Promise<VintageStore>): void {
  describe(`${name} keeps vintages`, () => {
    let store: VintageStore;
    beforeEach(async () => {
      store = await open();
    });
    const issuedAt = async (asOf: number): Promise<number | undefined> => (await store.newest('caiso', asOf))?.issuedAt;

    test('an unknown area has nothing', async () => {
      expect(await store.newest('caiso', Infinity)).toBeUndefined();
      expect(await store.headers('caiso', ALL)).toEqual([]);
      expect(await store.count('caiso', Infinity)).toBe(0);
    });

    test('a vintage comes back as it was issued, to the hundredth of a MW, every instant and the model', async () => {
      const vintage = buildVintage({
        issuedAt: NOON + 123,
        availableAt: NOON + 456,
        dataCutoff: NOON - 9 * HOUR_MS,
        model: { name: 'ridge é', version: '2.1.0-beta' },
        start: NOON - 3 * HOUR_MS,
        ...quantiled(VINTAGE_HOURS),
      });
      await store.append(vintage);
      expect(await store.newest('caiso', Infinity)).toEqual(vintage);
    });

    test('a vintage is found by its issue, also when a later one is newer, and before it is available', async () => {
      const early = buildVintage({ issuedAt: NOON, availableAt: NOON + 9 * HOUR_MS });
      const late = buildVintage({ issuedAt: NOON + HOUR_MS, availableAt: NOON + 2 * HOUR_MS });
      for (const vintage of [late, early]) await store.append(vintage);
      expect(await store.issued('caiso', early.issuedAt)).toEqual(early);
      expect(await store.issued('caiso', late.issuedAt)).toEqual(late);
      expect(await store.issued('caiso', NOON + 1)).toBeUndefined();
      expect(await store.issued('pjm', NOON)).toBeUndefined();
    });

    test('hours without quantiles stay without, beside hours with', async () => {
      const whole = quantiled(20);
      const vintage = buildVintage({
        ...whole,
        p10Mw: whole.p10Mw.map((mw, i) => (i % 3 === 1 ? Number.NaN : mw)),
        p90Mw: whole.p90Mw.map((mw, i) => (i % 3 === 1 ? Number.NaN : mw)),
      });
      await store.append(vintage);
      expect(await store.newest('caiso', Infinity)).toEqual(vintage);
    });

    test.each([1, 7, 8, 9, 384, 400])('a vintage of %i hours comes back whole', async (hours) => {
      const vintage = buildVintage(quantiled(hours));
      await store.append(vintage);
      expect(await store.newest('caiso', Infinity)).toEqual(vintage);
    });

    test.each([
      { name: 'drivers and dependence', drivers: true, dependence: true },
      { name: 'drivers alone', drivers: true, dependence: false },
      { name: 'dependence alone', drivers: false, dependence: true },
      { name: 'neither, as runs of before', drivers: false, dependence: false },
    ])('$name come back as they were issued', async ({ drivers, dependence }) => {
      const values = quantiled(VINTAGE_HOURS);
      const vintage = buildVintage({
        ...values,
        ...(drivers && { drivers: roundedDrivers(partsOf(values.valueMw), values.valueMw) }),
        ...(dependence && { dependence: { persistence: 0.75, harmonics: [0.8, 0.135, 0.03] } }),
      });
      await store.append(vintage);
      const [newest, issued] = [await store.newest('caiso', Infinity), await store.issued('caiso', vintage.issuedAt)];
      expect(newest).toEqual(vintage);
      expect(issued).toEqual(vintage);
      expect(Object.hasOwn(newest!, 'drivers')).toBe(drivers);
    });

    test('drivers that do not add up, and a dependence out of bounds, are refused', async () => {
      const values = quantiled(24);
      const drivers = roundedDrivers(partsOf(values.valueMw), values.valueMw);
      const other = { ...drivers, recentLoadMw: drivers.recentLoadMw.map((mw) => mw + 0.01) };
      await expect(store.append(buildVintage({ ...values, drivers: other }))).rejects.toThrow('do not add up');
      const dependence = { persistence: 0.75, harmonics: [0.8, 0.3] };
      await expect(store.append(buildVintage({ ...values, dependence }))).rejects.toThrow('out of bounds');
    });

    test('negative, zero and very large loads come back exactly', async () => {
      const valueMw = Float64Array.of(-250.37, 0, 0.01, 9_999_999.99, 1);
      const vintage = buildVintage({ valueMw, p10Mw: valueMw.slice(), p90Mw: valueMw.slice() });
      await store.append(vintage);
      expect(await store.newest('caiso', Infinity)).toEqual(vintage);
    });

    test('a second vintage with the same area and issue time is refused, and the first stays as it was', async () => {
      const first = buildVintage({ issuedAt: NOON });
      const second = buildVintage({ issuedAt: NOON, availableAt: NOON + HOUR_MS, valueMw: Float64Array.of(1) });
      expect([await store.append(first), await store.append(second), await store.append(first)]).toEqual([
        true,
        false,
        false,
      ]);
      expect(await store.newest('caiso', Infinity)).toEqual(first);
      expect(await store.count('caiso', Infinity)).toBe(1);
    });

    test('the same issue time in another area is another vintage', async () => {
      const [caiso, nyiso] = (['caiso', 'nyiso'] as const).map((areaId) => buildVintage({ areaId, issuedAt: NOON }));
      expect([await store.append(caiso!), await store.append(nyiso!)]).toEqual([true, true]);
      expect(await store.newest('nyiso', Infinity)).toEqual(nyiso);
    });

    test('a vintage is seen from the instant at which it became available, not from its issue', async () => {
      await store.append(buildVintage({ issuedAt: NOON, availableAt: NOON + HOUR_MS }));
      expect([await issuedAt(NOON), await issuedAt(NOON + HOUR_MS - 1)]).toEqual([undefined, undefined]);
      expect(await issuedAt(NOON + HOUR_MS)).toBe(NOON);
    });

    test('the newest is the latest issued of those available, also when an older one became available later', async () => {
      const late = { issuedAt: NOON, availableAt: NOON + 5 * HOUR_MS };
      const prompt = { issuedAt: NOON + HOUR_MS, availableAt: NOON + 2 * HOUR_MS };
      await store.append(buildVintage(late));
      await store.append(buildVintage(prompt));
      expect(await issuedAt(NOON + 2 * HOUR_MS)).toBe(prompt.issuedAt);
      expect(await issuedAt(NOON + 5 * HOUR_MS)).toBe(prompt.issuedAt);
      expect(await issuedAt(NOON + 2 * HOUR_MS - 1)).toBeUndefined();
    });

    test('an older vintage that became available first is newest until a newer one is', async () => {
      await store.append(buildVintage({ issuedAt: NOON, availableAt: NOON }));
      await store.append(buildVintage({ issuedAt: NOON + HOUR_MS, availableAt: NOON + 3 * HOUR_MS }));
      expect(await issuedAt(NOON + 3 * HOUR_MS - 1)).toBe(NOON);
      expect(await issuedAt(NOON + 3 * HOUR_MS)).toBe(NOON + HOUR_MS);
    });

    test('vintages appended in any order answer alike', async () => {
      for (const hour of [3, 0, 2, 1]) {
        await store.append(buildVintage({ issuedAt: NOON + hour * HOUR_MS }));
      }
      const hours = (await store.headers('caiso', ALL)).map((header) => (header.issuedAt - NOON) / HOUR_MS);
      expect(hours).toEqual([0, 1, 2, 3]);
      expect(await issuedAt(NOON + 2.5 * HOUR_MS)).toBe(NOON + 2 * HOUR_MS);
    });

    test('headers are those that became available in the window: its start belongs to it, its end does not', async () => {
      for (const hour of [0, 1, 2, 3]) {
        await store.append(buildVintage({ issuedAt: NOON + hour * HOUR_MS, availableAt: NOON + (hour + 1) * HOUR_MS }));
      }
      const window = { start: NOON + 2 * HOUR_MS, end: NOON + 4 * HOUR_MS };
      const headers = await store.headers('caiso', window);
      expect(headers.map((header) => header.issuedAt)).toEqual([NOON + HOUR_MS, NOON + 2 * HOUR_MS]);
    });

    test('a header is everything but the values', async () => {
      const { valueMw, p10Mw, p90Mw, ...header } = buildVintage();
      await store.append({ ...header, valueMw, p10Mw, p90Mw });
      expect(await store.headers('caiso', ALL)).toEqual([header]);
    });

    test('what a run left out comes back, nothing apart from not noted', async () => {
      const noted = [
        buildVintage({ issuedAt: NOON, leftOut: ['weather: "é", not known'] }),
        buildVintage({ issuedAt: NOON + 2 * HOUR_MS, leftOut: [] }),
      ];
      for (const vintage of [...noted, buildVintage({ issuedAt: NOON + HOUR_MS })]) await store.append(vintage);
      const headers = await store.headers('caiso', ALL);
      expect(headers.map(({ leftOut }) => leftOut)).toEqual([['weather: "é", not known'], undefined, []]);
      expect(await store.issued('caiso', NOON)).toEqual(noted[0]);
    });

    test('runs have places in the chain of their area in the order in which they were appended', async () => {
      for (const hour of [0, 2, 1]) await store.append(buildVintage({ issuedAt: NOON + hour * HOUR_MS }));
      await store.append(buildVintage({ areaId: 'nyiso', issuedAt: NOON }));
      await store.append(buildVintage({ issuedAt: NOON }));
      const chain = await store.links('caiso', ALL);
      expect(chain.map(({ position, issuedAt: at }) => [position, (at - NOON) / HOUR_MS])).toEqual([
        [1, 0],
        [2, 2],
        [3, 1],
      ]);
      expect(chain.map(({ previous }) => previous).slice(1)).toEqual(chain.map(({ link }) => link).slice(0, 2));
      expect(await store.links('caiso', { start: NOON + HOUR_MS, end: NOON + 2 * HOUR_MS })).toEqual([chain[2]]);
      expect(await store.links('nyiso', ALL)).toMatchObject([{ areaId: 'nyiso', position: 1 }]);
      expect(await store.links('pjm', ALL)).toEqual([]);
    });

    test('the count grows with what was available', async () => {
      for (const hour of [0, 1, 2]) {
        await store.append(buildVintage({ issuedAt: NOON + hour * HOUR_MS, availableAt: NOON + (hour + 1) * HOUR_MS }));
      }
      const counts = await Promise.all([0, 1, 2.5, 9].map((hour) => store.count('caiso', NOON + hour * HOUR_MS)));
      expect(counts).toEqual([0, 1, 2, 3]);
      expect(await store.count('nyiso', Infinity)).toBe(0);
    });

    test.each<{ fault: string; fields: Partial<Vintage> }>([
      { fault: 'no hours', fields: { valueMw: new Float64Array() } },
      { fault: 'a missing value', fields: { valueMw: Float64Array.of(1, Number.NaN) } },
      { fault: 'a fraction of a hundredth', fields: { valueMw: Float64Array.of(1.005) } },
      { fault: 'an absurd value', fields: { valueMw: Float64Array.of(1e9) } },
      { fault: 'arrays of different lengths', fields: { p10Mw: Float64Array.of(1) } },
      { fault: 'one quantile alone', fields: { p10Mw: new Float64Array(24).fill(Number.NaN) } },
      { fault: 'quantiles beside the value', fields: { p90Mw: new Float64Array(24) } },
      { fault: 'available before it was issued', fields: { issuedAt: NOON, availableAt: NOON - 1 } },
      { fault: 'a start off the hour', fields: { start: NOON + 1 } },
      { fault: 'no issue time', fields: { issuedAt: Number.NaN } },
    ])('a vintage with $fault is refused and nothing is kept', async ({ fields }) => {
      await expect(store.append(buildVintage(fields))).rejects.toThrow(RangeError);
      expect(await store.count('caiso', Infinity)).toBe(0);
    });

    test('changing an array after it was appended, or one that was read, changes nothing', async () => {
      const vintage = buildVintage({ valueMw: Float64Array.of(5) });
      await store.append(vintage);
      vintage.valueMw[0] = 6;
      (await store.newest('caiso', Infinity))!.valueMw[0] = 7;
      expect((await store.newest('caiso', Infinity))?.valueMw[0]).toBe(5);
    });

    test('of appends at the same time with one issue time exactly one is kept', async () => {
      const kept = await Promise.all(Array.from({ length: 8 }, () => store.append(buildVintage())));
      expect(kept.filter(Boolean)).toHaveLength(1);
    });
  });
}

/** Uneven values in hundredths, with quantiles around them. */
function quantiled(hours: number): Pick<Vintage, 'valueMw' | 'p10Mw' | 'p90Mw'> {
  const cents = Array.from({ length: hours }, (_, i) => 2_500_000 + ((i * 7919) % 1_000_003));
  const spread = (i: number): number => (i * 104_729) % 200_003;
  return {
    valueMw: Float64Array.from(cents, (c) => c / 100),
    p10Mw: Float64Array.from(cents, (c, i) => (c - spread(i)) / 100),
    p90Mw: Float64Array.from(cents, (c, i) => (c + spread(i + 1)) / 100),
  };
}

/** Parts of some values as a model may give them: one is zero throughout. */
function partsOf(valueMw: Float64Array): DriverParts {
  const wave = (size: number, turn: number) => valueMw.map((_, hour) => size * Math.sin(hour / 5 + turn));
  return {
    climatologyMw: valueMw.map((mw, hour) => 0.97 * mw + Math.cos(hour)),
    holidayMw: valueMw.map((_, hour) => (hour < 9 ? -321.17 : 0)),
    recentLoadMw: wave(400, 1),
    neighboursMw: wave(250, 2),
    operatorMw: valueMw.map(() => 0),
    weatherMw: wave(900, 3),
  };
}
