import { describe, expect, test } from 'vitest';
import type { DayTable } from './day-table.js';
import { BlockMemory, ResidualBlock, SharedResiduals } from './residual-block.js';

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

describe('memory of blocks', () => {
  const RANGE = { trainingCutoff: 10, from: 9, to: 14, clip: 1 };

  test('gives each array once until it is reset, and then the same ones', () => {
    const memory = new BlockMemory();
    const [first, second] = [memory.take(4), memory.take(4)];
    expect(first.buffer).not.toBe(second.buffer);
    memory.reset();
    expect([memory.take(4).buffer, memory.take(3).buffer]).toEqual([first.buffer, second.buffer]);
  });

  test.each([
    { name: 'as long', length: 4 },
    { name: 'shorter', length: 2 },
    { name: 'longer', length: 9 },
  ])('gives an array of the length that is asked for where the last was $name', ({ length }) => {
    const memory = new BlockMemory();
    memory.take(length);
    memory.reset();
    expect(memory.take(4)).toHaveLength(4);
  });

  test('that was used before leaves nothing in a block', () => {
    const memory = new BlockMemory();
    memory.take(24 * 9).fill(77);
    memory.take(9).fill(77);
    memory.reset();
    const [block, fresh] = [
      new ResidualBlock(TABLE, BASELINE, RANGE, memory),
      new ResidualBlock(TABLE, BASELINE, RANGE),
    ];
    for (let day = 9; day < 14; day++) {
      expect([block.at(day, 7), block.mean(day, 0, 24)]).toEqual([fresh.at(day, 7), fresh.mean(day, 0, 24)]);
    }
  });
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
