import { describe, expect, test } from 'vitest';
import { foldBlocks, readAsOf } from '../series/known-series.js';
import { HOUR_MS } from '../time/instant.js';
import { naiveMw } from './baselines.js';

const START = Date.UTC(2023, 0, 1);
const DAYS = 42;
const at = (day: number, hour = 0): number => START + (24 * day + hour) * HOUR_MS;

/** Hour i has load 1000 + i, known two hours after its end. */
const known = foldBlocks([
  {
    start: START,
    values: Float64Array.from({ length: 24 * DAYS }, (_, i) => 1000 + i),
    known: { kind: 'lag', lagMs: 2 * HOUR_MS },
  },
]);
const usable = readAsOf(known, { start: START, end: at(DAYS) }, Number.POSITIVE_INFINITY);
const loadOf = (day: number, hour: number): number => 1000 + 24 * day + hour;

describe('naive baselines know what the gate knew', () => {
  // Gate at 09:00 of day 30: hours up to 06:00 (known at 09:00) have been seen.
  test.each([
    { name: 'tomorrow early repeats today, whose 6th hour is just known', period: 24, day: 31, hour: 6, from: 30 },
    { name: 'tomorrow late repeats yesterday, since today is not known', period: 24, day: 31, hour: 7, from: 29 },
    { name: 'day-ahead week repeats last week', period: 168, day: 31, hour: 12, from: 24 },
    { name: 'seven days ahead repeats the week before today', period: 168, day: 37, hour: 12, from: 23 },
    { name: 'seven days ahead repeats today where today is known', period: 168, day: 37, hour: 3, from: 30 },
    { name: 'ten days ahead with period 24 repeats yesterday', period: 24, day: 40, hour: 12, from: 29 },
  ])('$name', ({ period, day, hour, from }) => {
    expect([...naiveMw(known, usable, at(day, hour), period, [at(30, 9)])]).toEqual([loadOf(from, hour)]);
  });

  test('a flagged hour is passed over for the one a period earlier', () => {
    const screened = { ...usable, valuesMw: usable.valuesMw.slice() };
    screened.valuesMw[24 * 24 + 12] = Number.NaN;
    expect([...naiveMw(known, screened, at(31, 12), 168, [at(30, 9)])]).toEqual([loadOf(17, 12)]);
  });

  test('a value restated after the gate is read as it was before', () => {
    const restated = foldBlocks([
      { start: START, values: known.values, known: { kind: 'lag', lagMs: 2 * HOUR_MS } },
      { start: at(24, 12), values: Float64Array.of(9), known: { kind: 'at', at: at(30, 10) } },
    ]);
    expect([...naiveMw(restated, usable, at(31, 12), 168, [at(30, 9)])]).toEqual([loadOf(24, 12)]);
    expect([...naiveMw(restated, usable, at(31, 12), 168, [at(30, 10)])]).toEqual([9]);
  });

  test('nothing known gives NaN', () => {
    expect([...naiveMw(known, usable, at(31), 168, [START, Number.NaN])]).toEqual([Number.NaN, Number.NaN]);
  });
});
