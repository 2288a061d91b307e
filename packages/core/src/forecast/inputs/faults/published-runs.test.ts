import { describe, expect, test } from 'vitest';
import { type LogOf, measuredDays } from '../../../testing/measured-days.js';
import {
  isDayLate,
  isDisplaced,
  isFlat,
  isRepeated,
  meanOf,
  medianOf,
  movedSpread,
  recentLevel,
  spreadOf,
} from './published-runs.js';

const HOURS = 48;
const run = (logOf: (hour: number) => number): Float64Array =>
  Float64Array.from({ length: HOURS }, (_, hour) => logOf(hour));
const shape = (hour: number) => 9 + 0.2 * Math.sin(hour / 3.8);
/** Half a percent up and down, hour by hour. */
const ripple = (hour: number) => (hour % 2 === 0 ? 0.005 : -0.005);
const others = run(shape);

describe('the spread of a run from another', () => {
  test.each([
    { name: 'is 0 of the same', values: others, moved: 0, spread: 0 },
    { name: 'does not count the level', values: run((hour) => shape(hour) + 0.3), moved: 0, spread: 0 },
    {
      name: 'is the mean distance from it',
      values: run((hour) => shape(hour) + ripple(hour)),
      moved: 0,
      spread: 0.005,
    },
    { name: 'is 0 of one that is late, moved on', values: run((hour) => shape(hour - 1)), moved: 1, spread: 0 },
    { name: 'is 0 of one that is early, moved back', values: run((hour) => shape(hour + 1)), moved: -1, spread: 0 },
  ])('$name', ({ values, moved, spread }) => expect(spreadOf({ values, others }, moved)).toBeCloseTo(spread, 9));

  test.each([
    { name: 'needs twenty-four hours', from: 25, isKnown: true },
    { name: 'is not known of fewer', from: 24, isKnown: false },
  ])('$name', ({ from, isKnown }) => {
    const values = run((hour) => (hour < from ? shape(hour) : Number.NaN));
    expect(Number.isNaN(spreadOf({ values, others }, 0))).toBe(!isKnown);
  });

  test('is known of as few hours as are asked for', () => {
    const values = run((hour) => (hour < 6 ? shape(hour) : Number.NaN));
    expect(spreadOf({ values, others }, 0, 5)).toBe(0);
    expect(spreadOf({ values, others }, 0, 6)).toBeNaN();
  });

  test('of a run that is moved is the smaller of both ways', () => {
    const runs = { values: run((hour) => shape(hour - 1)), others };
    expect(movedSpread(runs)).toBe(Math.min(spreadOf(runs, -1), spreadOf(runs, 1)));
    expect(movedSpread(runs)).toBeLessThan(spreadOf(runs, 0));
  });
});

describe('a run is displaced', () => {
  test.each([
    { name: 'when it is an hour late', values: run((hour) => shape(hour - 1) + ripple(hour)), is: true },
    { name: 'when it is an hour early', values: run((hour) => shape(hour + 1) + ripple(hour)), is: true },
    { name: 'not when it is right', values: run((hour) => shape(hour) + ripple(hour)), is: false },
    { name: 'not when it is right and high', values: run((hour) => shape(hour) + ripple(hour) + 0.2), is: false },
    { name: 'not when it has another shape', values: run((hour) => 9 + 0.2 * Math.sin(hour / 7)), is: false },
    { name: 'not when it is the same', values: others, is: false },
    { name: 'not when it is not there', values: run(() => Number.NaN), is: false },
  ])('$name', ({ values, is }) => expect(isDisplaced({ values, others })).toBe(is));
});

describe('a run of three days is late by a day', () => {
  const days = (logOf: (hour: number) => number) => Float64Array.from({ length: 72 }, (_, hour) => logOf(hour));
  /** Each day has a level and a shape of its own. */
  const load = (hour: number) => shape(hour % 24) + 0.04 * Math.sin(1.7 * Math.floor(hour / 24)) * (1 + hour / 40);
  test.each([
    {
      name: 'when each hour is that of the day before',
      values: days((hour) => load(hour - 24) + ripple(hour)),
      is: true,
    },
    { name: 'and as much too high', values: days((hour) => load(hour - 24) + ripple(hour) + 0.1), is: true },
    { name: 'not when it is right', values: days((hour) => load(hour) + ripple(hour)), is: false },
    { name: 'not when it is that of the day after', values: days((hour) => load(hour + 24)), is: false },
    { name: 'not when it is an hour late', values: days((hour) => load(hour - 1)), is: false },
    { name: 'not when it is the same', values: days(load), is: false },
    { name: 'not when less than a day can be compared', values: days(load).subarray(0, 44), is: false },
    { name: 'not when it is not there', values: days(() => Number.NaN), is: false },
  ])('$name', ({ values, is }) => expect(isDayLate({ values, others: days(load) }, 0.5)).toBe(is));
});

describe('a run is repeated', () => {
  test.each([
    { name: 'when it is the other', values: others, is: true },
    { name: 'when nine in ten hours are', values: run((hour) => (hour % 10 === 0 ? 8 : shape(hour))), is: true },
    { name: 'not when half of the hours are', values: run((hour) => (hour % 2 === 0 ? 8 : shape(hour))), is: false },
    { name: 'when all hours that it has are', values: run((hour) => (hour < 30 ? Number.NaN : shape(hour))), is: true },
    { name: 'not when it has none', values: run(() => Number.NaN), is: false },
    { name: 'not when it is a little higher', values: run((hour) => shape(hour) + 1e-9), is: false },
  ])('$name', ({ values, is }) => expect(isRepeated({ values, others })).toBe(is));
});

describe('a run is flat', () => {
  test.each([
    { name: 'when it has one value', values: run(() => 9), is: true },
    { name: 'when it has one value in nine of ten hours', values: run((hour) => (hour % 10 === 1 ? 8 : 9)), is: true },
    { name: 'not when every second hour differs', values: run((hour) => (hour % 2 === 0 ? 8 : 9)), is: false },
    { name: 'not when it has a shape', values: others, is: false },
    { name: 'not when it is not there', values: run(() => Number.NaN), is: false },
  ])('$name', ({ values, is }) => expect(isFlat(values)).toBe(is));
});

test.each([
  { values: [3, 1, 2], median: 2, mean: 2 },
  { values: [4, 1, 2, 9], median: 3, mean: 4 },
  { values: [5], median: 5, mean: 5 },
  { values: [], median: Number.NaN, mean: Number.NaN },
])('the median of $values is $median, the mean $mean', ({ values, median, mean }) => {
  expect(medianOf(values)).toBe(median);
  expect(meanOf(values)).toBe(mean);
});

test('the median does not change the order of what it is given', () => {
  const values = [3, 1, 2];
  medianOf(values);
  expect(values).toEqual([3, 1, 2]);
});

describe('the level of the last week', () => {
  const DAY = 19_890;
  const levelOf = (logOf: LogOf) => recentLevel(measuredDays(DAY - 20, 40, logOf), DAY);
  test.each<{ name: string; logOf: LogOf; level: number }>([
    { name: 'is the mean of seven days', logOf: (day) => DAY - day, level: 4 },
    { name: 'does not read the day itself', logOf: (day) => (day >= DAY ? 99 : 9), level: 9 },
    { name: 'does not read the day eight days before', logOf: (day) => (day < DAY - 7 ? 99 : 9), level: 9 },
    { name: 'leaves out hours that are not measured', logOf: (_day, hour) => (hour < 12 ? Number.NaN : 9), level: 9 },
    { name: 'is not known without any', logOf: () => Number.NaN, level: Number.NaN },
  ])('$name', ({ logOf, level }) => expect(levelOf(logOf)).toBe(level));
});
