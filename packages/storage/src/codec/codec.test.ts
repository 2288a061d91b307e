import type { KnownRule, ObservationBlock, SeriesKey, Vintage } from '@loadcast/core';
import { HOUR_MS } from '@loadcast/core';
import { buildVintage } from '@loadcast/core/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BlockRow, decodeBlock, encodeBlock } from './block-row.js';
import { fromPlanes, toPlanes } from './int-plane.js';
import { encodePack, unpack } from './pack-row.js';
import { decodeHeader, decodeVintage, encodeVintage, type VintageRow } from './vintage-row.js';

const KEY: SeriesKey = { series: 'CISO', measure: 'demand' };

describe('planes of integers', () => {
  test('any 32-bit integers come back', () => {
    fc.assert(
      fc.property(fc.int32Array({ maxLength: 500 }), (values) => {
        expect(fromPlanes(toPlanes(values))).toEqual(values);
      }),
    );
  });

  test.each([
    { name: 'none', values: [] },
    { name: 'the extremes', values: [-0x80000000, 0x7fffffff, -0x80000000, 0, -1, 1] },
  ])('$name', ({ values }) => {
    expect([...fromPlanes(toPlanes(Int32Array.from(values)))]).toEqual(values);
  });
});

const known: fc.Arbitrary<KnownRule> = fc.oneof(
  fc.record({ kind: fc.constant('at' as const), at: fc.integer({ min: 0, max: 4e12 }) }),
  fc.record({ kind: fc.constant('lag' as const), lagMs: fc.integer({ min: 0, max: 1e9 }) }),
  fc.record({
    kind: fc.constant('daily' as const),
    zone: fc.constantFrom('America/New_York', 'EST'),
    timeOfDayMs: fc.integer({ min: 0, max: 86_400_000 }),
    dayOffset: fc.integer({ min: -7, max: 7 }),
  }),
);
const cents = fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }).map((c) => c / 100);
const values = fc.oneof(
  fc.array(fc.oneof({ weight: 9, arbitrary: cents }, fc.constant(Number.NaN)), { minLength: 1, maxLength: 200 }),
  fc.array(fc.double(), { minLength: 1, maxLength: 200 }),
);
const block: fc.Arbitrary<ObservationBlock> = fc.record({
  start: fc.integer({ min: 0, max: 1_000_000 }).map((hour) => hour * HOUR_MS),
  values: values.map((list) => Float64Array.from(list, (mw) => mw + 0)),
  known,
});

// docs/faults.md: fault 27
describe('blocks', () => {
  test('any block comes back exactly', () => {
    fc.assert(
      fc.property(block, (given) => {
        expect(decodeBlock(KEY, encodeBlock(KEY, given, 7))).toEqual(given);
      }),
    );
  });

  test('a block does not pass for one of another series, place or rule', () => {
    const row = encodeBlock(KEY, { start: 0, values: Float64Array.of(1), known: { kind: 'at', at: 5 } }, 1);
    const changed: BlockRow[] = [
      { ...row, seq: 2 },
      { ...row, start_at: HOUR_MS },
      { ...row, hours: 2 },
      { ...row, known: '{"kind":"at","at":6}' },
      { ...row, payload: Uint8Array.of(...row.payload.subarray(0, -1), row.payload.at(-1)! ^ 1) },
    ];
    for (const other of changed) expect(() => decodeBlock(KEY, other)).toThrow('damaged');
    expect(() => decodeBlock({ ...KEY, series: 'PJM' }, row)).toThrow('damaged');
    expect(() => decodeBlock({ ...KEY, measure: 'demand_adjusted' }, row)).toThrow('damaged');
  });

  test('ten years of whole MW take under 2.5 bytes an hour', () => {
    const values = Float64Array.from({ length: 87_600 }, (_, i) => Math.round(daily(i)));
    const { payload } = encodeBlock(KEY, { start: 0, values, known: { kind: 'lag', lagMs: 0 } }, 1);
    expect(payload.length / values.length).toBeLessThan(2.5);
  });
});

describe('packs', () => {
  test('from packs and blocks a reader gets the blocks beyond those it holds, whatever they are and however they are packed', () => {
    const given = fc
      .array(block, { minLength: 1, maxLength: 12 })
      .chain((blocks) =>
        fc.tuple(fc.constant(blocks), fc.nat(blocks.length), fc.nat(blocks.length), fc.nat(blocks.length)),
      );
    fc.assert(
      fc.property(given, ([blocks, held, one, other]) => {
        const rows = blocks.map((entry, i) => encodeBlock(KEY, entry, i + 1));
        const ends = [Math.min(one, other), Math.max(one, other)];
        const runs = [rows.slice(0, ends[0]), rows.slice(ends[0], ends[1])].filter((run) => run.length > 0);
        const packs = runs.map((run) => encodePack(KEY, run)).filter(({ last_seq }) => last_seq > held);
        const rest = rows.slice(packs.at(-1)?.last_seq ?? held);
        expect(unpack(KEY, held, rows.length, packs, rest)).toEqual(blocks.slice(held));
      }),
    );
  });

  const rows = [1, 2, 3, 4, 5, 6].map((mw, i) =>
    encodeBlock(KEY, { start: i * HOUR_MS, values: Float64Array.of(mw), known: { kind: 'at', at: mw } }, i + 1),
  );
  const [first, second] = [encodePack(KEY, rows.slice(0, 2)), encodePack(KEY, rows.slice(2, 4))];
  const tail = rows.slice(4);
  const flipped = (bytes: Uint8Array): Uint8Array => bytes.map((byte, i) => (i === 3 ? byte ^ 1 : byte));

  test.each([
    { name: 'a lost pack', packs: [second], rest: tail },
    { name: 'packs out of order', packs: [second, first], rest: tail },
    { name: 'a pack twice', packs: [first, first, second], rest: tail },
    { name: 'a lost block', packs: [first, second], rest: tail.slice(1) },
    { name: 'a lost last block', packs: [first, second], rest: tail.slice(0, 1) },
    { name: 'a changed outline', packs: [first, { ...second, outline: flipped(second.outline) }], rest: tail },
    { name: 'a changed value', packs: [first, { ...second, payload: flipped(second.payload) }], rest: tail },
    {
      name: 'another place',
      packs: [first, { ...encodePack(KEY, rows.slice(0, 2)), first_seq: 3, last_seq: 4 }],
      rest: tail,
    },
  ])('$name is found', ({ packs, rest }) => {
    expect(() => unpack(KEY, 0, rows.length, packs, rest)).toThrow('damaged');
  });

  test('a pack does not pass for one of another series', () => {
    expect(() => unpack({ ...KEY, series: 'PJM' }, 0, 2, [first], [])).toThrow('damaged');
  });
});

const vintage: fc.Arbitrary<Vintage> = fc
  .array(
    fc.record({
      value: fc.integer({ min: -1_000_000_000 + 1e6, max: 1_000_000_000 - 1e6 }),
      below: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
      above: fc.integer({ min: 0, max: 1_000_000 }),
    }),
    { minLength: 1, maxLength: 400 },
  )
  .map((hours) =>
    buildVintage({
      valueMw: Float64Array.from(hours, ({ value }) => value / 100),
      p10Mw: Float64Array.from(hours, ({ value, below }) => (below === null ? Number.NaN : (value - below) / 100)),
      p90Mw: Float64Array.from(hours, ({ value, below, above }) =>
        below === null ? Number.NaN : (value + above) / 100,
      ),
    }),
  );

describe('vintages', () => {
  test('any vintage comes back exactly', () => {
    fc.assert(
      fc.property(vintage, (given) => {
        expect(decodeVintage(encodeVintage(given))).toEqual(given);
      }),
    );
  });

  test('no column of a header can change unseen, nor a byte of the values', () => {
    const row = encodeVintage(buildVintage());
    const headers: Partial<VintageRow>[] = [
      { area_id: 'pjm' },
      { issued_at: row.issued_at + 1 },
      { available_at: row.available_at + 1 },
      { data_cutoff: row.data_cutoff + 1 },
      { model: 'other' },
      { model_version: '2' },
      { start_at: row.start_at + HOUR_MS },
    ];
    for (const fields of headers) expect(() => decodeHeader({ ...row, ...fields })).toThrow('damaged');
    for (let byte = 0; byte < row.payload.length; byte++) {
      const payload = Uint8Array.from(row.payload);
      payload[byte]! ^= 1 << (byte % 8);
      expect(() => decodeVintage({ ...row, payload })).toThrow('damaged');
    }
  });

  test('the values of one vintage do not pass for those of another', () => {
    const one = encodeVintage(buildVintage());
    const other = encodeVintage(buildVintage({ areaId: 'pjm' }));
    expect(() => decodeVintage({ ...one, crc: other.crc, payload: other.payload })).toThrow('damaged');
  });

  test('384 hours with quantiles take under 6,250 bytes: 96,000 fit in 600 MB', () => {
    const valueMw = Float64Array.from({ length: 384 }, (_, i) => Math.round(daily(i) * 100) / 100);
    const spread = (i: number): number => 300 + 3 * i + 50 * Math.sin(i * 1.7);
    const row = encodeVintage(
      buildVintage({
        valueMw,
        p10Mw: valueMw.map((mw, i) => Math.round((mw - spread(i)) * 100) / 100),
        p90Mw: valueMw.map((mw, i) => Math.round((mw + spread(i + 0.5)) * 100) / 100),
      }),
    );
    expect(row.payload.length).toBeLessThan(6_250);
  });
});

/** A load with a daily shape and noise to the hundredth. */
function daily(hour: number): number {
  const noise = ((hour * 48_271) % 65_537) / 65_537;
  return 25_000 + 6_000 * Math.sin((hour / 24) * 2 * Math.PI) + 700 * noise;
}
