import { describe, expect, test } from 'vitest';
import type { DayTable } from './day-table.js';
import { BlockMemory, expectedLogs, ResidualBlock, SharedResiduals } from './residual-block.js';

/** Day 10: log load 9; day 11: missing; day 12: 12. */
const TABLE = {
  firstDay: 10,
  dayCount: 3,
  logs: Float64Array.from({ length: 72 }, (_, i) => [9, Number.NaN, 12][Math.floor(i / 24)]!),
} as Pick<DayTable, 'firstDay' | 'dayCount' | 'logs'> as DayTable;
/** Expects 8.7, and nothing known on day 12. */
const BASELINE = {
  writeLogs: (day: number, _cutoff: number, out: Float64Array, at: number) =>
    out.fill(day === 12 ? Number.NaN : 8.7, at, at + 24),
};

test.each([
  { name: 'a residual is log load minus baseline', day: 10, clip: 1, residual: 0.3 },
  { name: 'a large residual is clipped', day: 10, clip: 0.2, residual: 0.2 },
  { name: 'a missing load gives 0', day: 11, clip: 1, residual: 0 },
  { name: 'a missing baseline gives 0', day: 12, clip: 1, residual: 0 },
  { name: 'a day before the table gives 0', day: 9, clip: 1, residual: 0 },
  { name: 'a day after the table gives 0', day: 13, clip: 1, residual: 0 },
])('$name', ({ day, clip, residual }) => {
  const block = new ResidualBlock(TABLE, BASELINE, { trainingCutoff: 10, from: 9, to: 14, clip });
  expect(block.at(day, 5)).toBeCloseTo(residual, 12);
  expect(block.mean(day, 3, 7)).toBeCloseTo(residual, 12);
});

test('the mean of no hours is 0', () => {
  const block = new ResidualBlock(TABLE, BASELINE, { trainingCutoff: 10, from: 10, to: 11, clip: 1 });
  expect(block.mean(10, 5, 5)).toBe(0);
});

describe('the memory of blocks', () => {
  test.each([
    { name: 'as long', lengths: [48, 24], again: [48, 24], isSame: [true, true] },
    { name: 'shorter', lengths: [48, 24], again: [24, 23], isSame: [true, true] },
    { name: 'longer', lengths: [48, 24], again: [49, 24], isSame: [false, true] },
    { name: 'more in number', lengths: [24], again: [24, 24], isSame: [true, false] },
  ])('is taken again by arrays that are $name', ({ lengths, again, isSame }) => {
    const memory = new BlockMemory();
    const first = lengths.map((length) => memory.take(length));
    memory.reset();
    const second = again.map((length) => memory.take(length));
    expect(second.map(({ length }) => length)).toEqual(again);
    expect(second.map(({ buffer }, i) => buffer === first[i]?.buffer)).toEqual(isSame);
  });

  test('arrays that were taken since the last reset share nothing', () => {
    const memory = new BlockMemory();
    const taken = [24, 24, 48].map((length) => memory.take(length).buffer);
    expect(new Set(taken).size).toBe(3);
  });

  test('a block in memory that another has used is that of memory of its own', () => {
    const range = { trainingCutoff: 10, from: 9, to: 14, clip: 1 };
    const memory = new BlockMemory();
    new ResidualBlock(TABLE, { writeLogs: (_day, _cutoff, out, at) => out.fill(-5, at, at + 24) }, range, memory);
    memory.reset();
    const [again, own] = [new ResidualBlock(TABLE, BASELINE, range, memory), new ResidualBlock(TABLE, BASELINE, range)];
    for (let day = 8; day < 15; day++) {
      for (let hour = 0; hour < 24; hour++) expect(again.at(day, hour)).toBe(own.at(day, hour));
      expect(again.mean(day, 0, 24)).toBe(own.mean(day, 0, 24));
    }
  });
});

test.each([
  { name: 'day by day', baseline: BASELINE },
  {
    name: 'all days at once',
    baseline: {
      ...BASELINE,
      writeDays: (from: number, to: number, cutoff: number, out: Float64Array) => {
        for (let day = from; day < to; day++) BASELINE.writeLogs(day, cutoff, out, 24 * (day - from));
      },
    },
  },
])('expected logs of a baseline that writes $name are written to what is given', ({ baseline }) => {
  const out = new Float64Array(48).fill(-1);
  expect(expectedLogs(baseline, 10, 11, 13, out)).toBe(out);
  expect([out[0], out[23], out[24], out[47]]).toEqual([8.7, 8.7, Number.NaN, Number.NaN]);
  expect(expectedLogs(baseline, 10, 11, 13)).toEqual(out);
});

describe('shared residuals', () => {
  const WIDE = { trainingCutoff: 10, from: 9, to: 14, clip: 1 };

  test.each([
    { name: 'the same range', range: WIDE },
    { name: 'a part of it', range: { ...WIDE, from: 10, to: 12 } },
  ])('are made once for $name', ({ range }) => {
    const shared = new SharedResiduals();
    const block = shared.of(TABLE, BASELINE, WIDE);
    expect(shared.of(TABLE, BASELINE, range)).toBe(block);
    expect(block.at(10, 5)).toBeCloseTo(0.3, 12);
  });

  test.each([
    { name: 'days before', range: { ...WIDE, from: 8 } },
    { name: 'days after', range: { ...WIDE, to: 15 } },
    { name: 'another fit', range: { ...WIDE, trainingCutoff: 11 } },
    { name: 'another clip', range: { ...WIDE, clip: 0.2 } },
    { name: 'another table', table: { ...TABLE } as DayTable },
    { name: 'another baseline', baseline: { ...BASELINE } },
  ])('are made anew for $name', ({ range = WIDE, table = TABLE, baseline = BASELINE }) => {
    const shared = new SharedResiduals();
    const block = shared.of(TABLE, BASELINE, WIDE);
    const other = shared.of(table, baseline, range);
    expect(other).not.toBe(block);
    expect(other.at(10, 5)).toBe(new ResidualBlock(table, baseline, range).at(10, 5));
  });

  test('are made anew once they have been cleared', () => {
    const shared = new SharedResiduals();
    const block = shared.of(TABLE, BASELINE, WIDE);
    shared.clear();
    expect(shared.of(TABLE, BASELINE, WIDE)).not.toBe(block);
  });
});
