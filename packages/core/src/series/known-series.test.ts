import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR_MS } from '../time/instant.js';
import { knownAt, knownTimes } from './known-rule.js';
import { foldBlocks, foldOnto, newestHour, type ObservationBlock, readAsOf } from './known-series.js';

const at = (instant: number) => ({ kind: 'at', at: instant }) as const;
const mw = (...values: number[]) => Float64Array.from(values);
const day = { start: 0, end: 4 * HOUR_MS };

const blocks: ObservationBlock[] = [
  { start: 0, values: mw(10, 20, 30), known: { kind: 'lag', lagMs: HOUR_MS } },
  { start: HOUR_MS, values: mw(21), known: at(9 * HOUR_MS) },
];

test.each([
  { name: 'nothing is known before the first lag has passed', asOf: 2 * HOUR_MS - 1, values: [NaN, NaN, NaN, NaN] },
  { name: 'a value is known exactly at its known time', asOf: 2 * HOUR_MS, values: [10, NaN, NaN, NaN] },
  { name: 'before the restatement the first value stands', asOf: 9 * HOUR_MS - 1, values: [10, 20, 30, NaN] },
  { name: 'after it the restated value stands', asOf: 9 * HOUR_MS, values: [10, 21, 30, NaN] },
])('readAsOf: $name', ({ asOf, values }) => {
  expect([...readAsOf(foldBlocks(blocks), day, asOf).valuesMw]).toEqual(values);
});

test('a value learnt out of order does not replace a newer one', () => {
  const series = foldBlocks([...blocks].reverse());
  expect([...readAsOf(series, day, Number.POSITIVE_INFINITY).valuesMw]).toEqual([10, 21, 30, NaN]);
});

test('a NaN says nothing about its hour', () => {
  const series = foldBlocks([...blocks, { start: 0, values: mw(NaN, NaN, NaN), known: at(20 * HOUR_MS) }]);
  expect([...readAsOf(series, day, Number.POSITIVE_INFINITY).valuesMw]).toEqual([10, 21, 30, NaN]);
});

test.each([
  { asOf: 2 * HOUR_MS, newest: 0 },
  { asOf: 5 * HOUR_MS, newest: 2 * HOUR_MS },
  { asOf: 0, newest: undefined },
])('newestHour at $asOf is $newest', ({ asOf, newest }) => expect(newestHour(foldBlocks(blocks), asOf)).toBe(newest));

test('what was known at a moment does not change when later blocks arrive', () => {
  const block = fc.record({
    start: fc.integer({ min: 0, max: 20 }).map((hour) => hour * HOUR_MS),
    values: fc
      .array(fc.oneof(fc.integer({ min: 1, max: 99 }), fc.constant(NaN)), { maxLength: 6 })
      .map((a) => mw(...a)),
    known: fc.oneof(fc.integer({ min: 0, max: 50 }).map((hour) => at(hour * HOUR_MS))),
  });
  const wide = { start: 0, end: 30 * HOUR_MS };
  fc.assert(
    fc.property(
      fc.array(block, { maxLength: 8 }),
      fc.array(block, { maxLength: 4 }),
      fc.integer({ min: 0, max: 50 }),
      (old, fresh, hour) => {
        const asOf = hour * HOUR_MS;
        const later = fresh.map((entry) => ({ ...entry, known: at(asOf + 1 + entry.known.at) }));
        expect(readAsOf(foldBlocks([...old, ...later]), wide, asOf)).toEqual(readAsOf(foldBlocks(old), wide, asOf));
      },
    ),
  );
});

test.each([
  {
    name: 'lag counts from the end of the hour',
    rule: { kind: 'lag', lagMs: 2 * HOUR_MS } as const,
    start: 0,
    known: 3 * HOUR_MS,
  },
  {
    name: 'a daily rule gives all hours of a local day one instant',
    rule: { kind: 'daily', zone: 'America/New_York', timeOfDayMs: 7 * HOUR_MS, dayOffset: 0 } as const,
    start: Date.UTC(2026, 6, 2, 3),
    known: Date.UTC(2026, 6, 1, 11),
  },
  {
    name: 'a daily rule on the spring day follows the wall clock',
    rule: { kind: 'daily', zone: 'America/New_York', timeOfDayMs: 7 * HOUR_MS, dayOffset: 0 } as const,
    start: Date.UTC(2026, 2, 8, 20),
    known: Date.UTC(2026, 2, 8, 11),
  },
  {
    name: 'day offset -1 is the day before',
    rule: { kind: 'daily', zone: 'America/New_York', timeOfDayMs: 7 * HOUR_MS, dayOffset: -1 } as const,
    start: Date.UTC(2027, 0, 1, 12),
    known: Date.UTC(2026, 11, 31, 12),
  },
])('knownAt: $name', ({ rule, start, known }) => expect(knownAt(rule, start)).toBe(known));

const newYork = { kind: 'daily', zone: 'America/New_York', timeOfDayMs: 7 * HOUR_MS, dayOffset: -1 } as const;
test.each([
  { name: 'all at once', rule: at(9 * HOUR_MS), from: '2023-07-01T00:00Z' },
  { name: 'each after a lag', rule: { kind: 'lag', lagMs: 2 * HOUR_MS } as const, from: '2023-12-31T12:00Z' },
  { name: 'daily, over the change to summer time', rule: newYork, from: '2024-03-09T17:00Z' },
  { name: 'daily, over the change to winter time', rule: newYork, from: '2024-11-02T17:00Z' },
  { name: 'daily, over a leap day', rule: newYork, from: '2024-02-28T17:00Z' },
  { name: 'daily, over the end of a year', rule: newYork, from: '2023-12-30T17:00Z' },
])('knownTimes of three days are those of each hour: $name', ({ rule, from }) => {
  const start = Date.parse(from);
  const each = Array.from({ length: 72 }, (_, hour) => knownAt(rule, start + hour * HOUR_MS));
  expect([...knownTimes(rule, start, 72)]).toEqual(each);
});

test('folding more blocks onto a series is folding all of them', () => {
  const block = fc.record({
    start: fc.integer({ min: -6, max: 12 }).map((hour) => hour * HOUR_MS),
    values: fc
      .array(fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constant(Number.NaN)), { minLength: 1, maxLength: 6 })
      .map((values) => Float64Array.from(values)),
    known: fc.integer({ min: 0, max: 4 }).map((hour) => ({ kind: 'at', at: hour * HOUR_MS }) as const),
  });
  fc.assert(
    fc.property(fc.array(block, { maxLength: 5 }), fc.array(block, { maxLength: 5 }), (first, more) => {
      const series = foldBlocks(first);
      const before = structuredClone(series);
      expect(foldOnto(series, more)).toEqual(foldBlocks([...first, ...more]));
      expect(series).toEqual(before);
    }),
    { numRuns: 200 },
  );
});

test('series folded on from any earlier one are those folded at once, and leave every earlier one as it was', () => {
  const block = fc.record({
    start: fc.integer({ min: -3, max: 40 }).map((hour) => hour * HOUR_MS),
    values: fc
      .array(fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 1, max: 9 }) }, fc.constant(Number.NaN)), {
        minLength: 1,
        maxLength: 3,
      })
      .map((values) => Float64Array.from(values)),
    known: fc.integer({ min: 0, max: 9 }).map((hour) => ({ kind: 'at', at: hour * HOUR_MS }) as const),
  });
  const steps = fc.array(fc.tuple(fc.nat(), fc.array(block, { maxLength: 2 })), { maxLength: 12 });
  fc.assert(
    fc.property(steps, (taken) => {
      const made = [{ blocks: [] as (typeof taken)[0][1], series: foldBlocks([]) }];
      for (const [from, more] of taken) {
        const { blocks, series } = made[from % made.length]!;
        made.push({ blocks: [...blocks, ...more], series: foldOnto(series, more) });
        for (const each of made) expect(each.series).toEqual(foldBlocks(each.blocks));
      }
    }),
    { numRuns: 300 },
  );
});
