import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldBlocks, type ObservationBlock, readAsOf } from '../series/known-series.js';
import { HOUR_MS } from '../time/instant.js';
import { type IncomingValues, reconcile } from './reconcile.js';

const mw = (...values: number[]) => Float64Array.from(values);
const at = (hour: number) => ({ kind: 'at', at: hour * HOUR_MS }) as const;
const LAG = { kind: 'lag', lagMs: 2 * HOUR_MS } as const;
const standing: ObservationBlock[] = [{ start: 0, values: mw(10, 20, NaN, 40), known: LAG }];

test.each([
  {
    name: 'hours never seen are new',
    values: mw(NaN, NaN, 30, NaN, 50),
    counts: [2, 0, 0, 3],
    blocks: [[2, [30, NaN, 50]]],
  },
  { name: 'equal values add nothing', values: mw(10, 20), counts: [0, 0, 2, 0], blocks: [] },
  { name: 'another value restates its hour alone', values: mw(10, 21), counts: [0, 1, 1, 0], blocks: [[1, [21]]] },
  { name: 'a missing value replaces nothing', values: mw(NaN, NaN), counts: [0, 0, 0, 2], blocks: [] },
  {
    name: 'zero and negative values are kept as reported',
    values: mw(0, -5),
    counts: [0, 2, 0, 0],
    blocks: [[0, [0, -5]]],
  },
])('reconcile: $name', ({ values, counts, blocks }) => {
  const result = reconcile(
    foldBlocks(standing),
    { start: 0, valuesMw: values },
    { firstKnown: LAG, ingestedAt: 90 * HOUR_MS },
  );
  expect([result.newHours, result.restatedHours, result.unchangedHours, result.missingHours]).toEqual(counts);
  expect(result.blocks.map((block) => [block.start / HOUR_MS, [...block.values]])).toEqual(blocks);
});

test('a first value is known by the assumed rule, but never later than it was ingested', () => {
  const { blocks } = reconcile(
    foldBlocks([]),
    { start: 0, valuesMw: mw(1, 2, 3) },
    { firstKnown: LAG, ingestedAt: 4 * HOUR_MS },
  );
  expect(blocks).toEqual([
    { start: 0, values: mw(1, 2), known: LAG },
    { start: 2 * HOUR_MS, values: mw(3), known: at(4) },
  ]);
});

test('restatements far apart do not drag the hours between them along', () => {
  const many = Float64Array.from({ length: 1000 }, (_, hour) => hour);
  const changed = many.map((value, hour) => (hour === 3 || hour === 990 ? value + 1 : value));
  const current = foldBlocks([{ start: 0, values: many, known: LAG }]);
  const { blocks } = reconcile(
    current,
    { start: 0, valuesMw: changed },
    { firstKnown: LAG, ingestedAt: 5000 * HOUR_MS },
  );
  expect(blocks.map(({ values }) => values.length)).toEqual([1, 1]);
});

/** Ingests batches one after another, as a store would. */
function ingestAll(batches: readonly (IncomingValues & { hour: number })[]) {
  const blocks: ObservationBlock[] = [];
  for (const { hour, ...incoming } of batches) {
    const times = { firstKnown: at(hour), ingestedAt: hour * HOUR_MS };
    blocks.push(...reconcile(foldBlocks(blocks), incoming, times).blocks);
  }
  return foldBlocks(blocks);
}

test('v1, v2, v1: the last one stands, and each is read as of its time', () => {
  const series = ingestAll([5, 6, 5].map((value, i) => ({ start: 0, valuesMw: mw(value), hour: 10 + i })));
  const readAt = (hour: number) => readAsOf(series, { start: 0, end: HOUR_MS }, hour * HOUR_MS).valuesMw[0];
  expect([9, 10, 11, 12, 99].map(readAt)).toEqual([NaN, 5, 6, 5, 5]);
});

test('fault 14: live batches end in the same series in any order, as of every instant', () => {
  const wide = { start: 0, end: 30 * HOUR_MS };
  const batches = fc
    .array(
      fc.record({
        first: fc.integer({ min: 0, max: 12 }),
        gaps: fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }),
      }),
      {
        minLength: 1,
        maxLength: 6,
      },
    )
    .map((drafts) =>
      drafts.map(({ first, gaps }, i) => ({
        start: first * HOUR_MS,
        valuesMw: Float64Array.from(gaps, (isGap, k) => (isGap ? NaN : 100 * (i + 1) + first + k)),
        hour: 20 + i,
      })),
    );
  const ordered = batches.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
  );
  fc.assert(
    fc.property(ordered, ([inOrder, shuffled]) => {
      const [a, b] = [ingestAll(inOrder), ingestAll(shuffled)];
      for (const hour of [19, 20, 21, 22, 23, 24, 25, 99]) {
        expect(readAsOf(b, wide, hour * HOUR_MS)).toEqual(readAsOf(a, wide, hour * HOUR_MS));
      }
    }),
    { numRuns: 60 },
  );
});

test('a batch read again, at any later time, adds nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.integer(), fc.constant(NaN)), { maxLength: 20 }), (values) => {
      const incoming = { start: 0, valuesMw: Float64Array.from(values) };
      const first = reconcile(foldBlocks([]), incoming, { firstKnown: LAG, ingestedAt: 99 * HOUR_MS });
      const again = reconcile(foldBlocks(first.blocks), incoming, { firstKnown: LAG, ingestedAt: 100 * HOUR_MS });
      expect(again.blocks).toEqual([]);
    }),
  );
});
