import { describe, expect, test } from 'vitest';
import type { DayTable } from '../../inputs/day-table.js';
import { ResidualBlock } from '../../inputs/residual-block.js';
import { featureCount, writeFeatures } from './feature-group.js';
import {
  NEIGHBOUR_FEATURE_DAYS,
  neighbourFeatures,
  OWN_FEATURE_DAYS,
  ownFeatures,
  twoDaysOfHours,
} from './residual-features.js';

const DAY = 100;
/** Log loads of 120 days: the day number plus a hundredth of the hour. */
const TABLE = {
  firstDay: 0,
  dayCount: 120,
  logs: Float64Array.from({ length: 120 * 24 }, (_, i) => Math.floor(i / 24) + (i % 24) / 100),
} as Pick<DayTable, 'firstDay' | 'dayCount' | 'logs'> as DayTable;
const NO_BASELINE = {
  writeLogs: (_day: number, _cutoff: number, out: Float64Array, at: number) => out.fill(0, at, at + 24),
};

const blockFrom = (days: number) =>
  new ResidualBlock(TABLE, NO_BASELINE, { trainingCutoff: DAY, from: DAY - days, to: DAY + 1, clip: 1000 });

describe.each([0, 8, 23])('with %i known hours', (knownHours) => {
  test.each([
    { name: 'own', groups: ownFeatures(knownHours), days: OWN_FEATURE_DAYS, count: knownHours + 107 },
    { name: 'neighbour', groups: neighbourFeatures(knownHours, 1), days: NEIGHBOUR_FEATURE_DAYS, count: 5 },
    { name: 'newest hours as', groups: twoDaysOfHours(knownHours), days: 2, count: 49 },
  ])('$name features fill their places and read no day outside the block', ({ groups, days, count }) => {
    const out = new Float64Array(count + 1).fill(Number.NaN);
    expect(writeFeatures(groups, blockFrom(days), DAY, out, 0)).toBe(count);
    expect(featureCount(groups)).toBe(count);
    expect([...out].findIndex(Number.isNaN)).toBe(count);
  });
});

test.each([
  { name: 'known hours of the issue day', at: 0, value: 100 },
  { name: 'the last of them', at: 7, value: 100.07 },
  { name: 'hours of the day before', at: 8, value: 99 },
  { name: 'hours two days before', at: 32, value: 98 },
  { name: 'four-hour means of day 3', at: 56, value: 97.015 },
  { name: 'daily mean of the day before', at: 86, value: 99.115 },
  { name: 'weekly mean of the week before', at: 100, value: 96.115 },
  { name: 'weekly mean of eight weeks ago', at: 107, value: 47.115 },
  { name: 'the constant', at: 114, value: 0.1 },
])('$name', ({ at, value }) => {
  const out = new Float64Array(115);
  writeFeatures(ownFeatures(8), blockFrom(OWN_FEATURE_DAYS), DAY, out, 0);
  expect(out[at]).toBeCloseTo(value, 9);
});

test('hours of two days are those before the first that is not known, the newest first', () => {
  const out = new Float64Array(49);
  writeFeatures(twoDaysOfHours(8), blockFrom(2), DAY, out, 0);
  const places = { 0: 100.07, 7: 100, 8: 99.23, 23: 99.08, 24: 0.1, 25: 99.07, 32: 99, 33: 98.23, 48: 98.08 };
  for (const [at, value] of Object.entries(places)) expect(out[Number(at)]).toBeCloseTo(value, 9);
});

test('a neighbour’s features are means of the known hours and of the two days before', () => {
  const out = new Float64Array(5);
  writeFeatures(neighbourFeatures(8, 1), blockFrom(NEIGHBOUR_FEATURE_DAYS), DAY, out, 0);
  [100.035, 100.055, 99.175, 99.055, 98.115].forEach((value, i) => {
    expect(out[i]).toBeCloseTo(value, 9);
  });
});

test('without known hours today’s means are 0', () => {
  const out = new Float64Array(5);
  writeFeatures(neighbourFeatures(0, 1), blockFrom(NEIGHBOUR_FEATURE_DAYS), DAY, out, 0);
  expect([out[0], out[1]]).toEqual([0, 0]);
});
