import { expect, test } from 'vitest';
import { dayNumber } from '../../calendar/holiday-calendar.js';
import { matrixOf } from '../../linear-algebra/triangle.js';
import { SeasonBlocks } from './lagged-regression.js';

const MARCH = dayNumber(2023, 2, 28);
const SEPTEMBER = dayNumber(2023, 8, 31);
const rows = Float64Array.of(1, 2, 3, 4);
const targets = Float64Array.of(5, 6);

/** Gram matrix and cross products of a fit, of two rows with two features and one output in some months. */
function weighedAt(trainingCutoff: number, months: readonly number[]) {
  const blocks = new SeasonBlocks(2, 1);
  for (const month of months) blocks.add(month, rows, targets, 2);
  const { gram, cross } = blocks.weighed(trainingCutoff);
  return { gram: [...matrixOf(gram, 2)], cross: [...cross] };
}

test('the rows of the same day of the year and year have weight 1: the lower triangle of X’X, and X’y', () => {
  const { gram, cross } = weighedAt(MARCH + 16, [MARCH]);
  const weight = gram[0]! / 10;
  expect(weight).toBeCloseTo(1, 1);
  expect(gram).toEqual([10 * weight, 0, 14 * weight, 20 * weight]);
  expect(cross).toEqual([23 * weight, 34 * weight]);
});

test('rows of the other season weigh less, but not nothing', () => {
  const [near, far] = [weighedAt(MARCH + 365, [MARCH]), weighedAt(MARCH + 365, [SEPTEMBER])];
  expect(far.gram[0]! / near.gram[0]!).toBeGreaterThan(0.25);
  expect(far.gram[0]! / near.gram[0]!).toBeLessThan(0.4);
});

test('rows of the same month of two years are in one block, the older ones faded', () => {
  const [both, newer] = [weighedAt(MARCH + 16, [MARCH - 365, MARCH]), weighedAt(MARCH + 16, [MARCH])];
  const older = both.gram[0]! / newer.gram[0]! - 1;
  expect(older).toBeGreaterThan(0.85);
  expect(older).toBeLessThan(1);
});

test('cleared blocks weigh nothing', () => {
  const blocks = new SeasonBlocks(2, 1);
  blocks.add(MARCH, rows, targets, 2);
  blocks.clear();
  expect([...blocks.weighed(MARCH).gram]).toEqual([0, 0, 0]);
});
