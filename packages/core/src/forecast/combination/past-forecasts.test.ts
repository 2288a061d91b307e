import { describe, expect, test } from 'vitest';
import { dayNumber } from '../../calendar/holiday-calendar.js';
import { measuredDays } from '../../testing/measured-days.js';
import { type ForecastLogOf, pastMember } from '../../testing/past-members.js';
import { initialWeights } from './ensemble.js';
import { combinePast, noPast } from './past-forecasts.js';

const CUTOFF = dayNumber(2024, 5, 31);
const FIRST = CUTOFF - 300;
const ACTUAL = measuredDays(FIRST, 330, () => 9);

const memberOf = (isFallback: boolean, logOf: ForecastLogOf, from = FIRST, to = CUTOFF) =>
  pastMember(isFallback, logOf, from, to);

describe('the combined past', () => {
  test('of one member is that member’s', () => {
    const past = combinePast([memberOf(false, () => 9.01)], ACTUAL, CUTOFF);
    expect([...past.logs.keys()]).toHaveLength(300);
    expect(past.logs.get(FIRST + 7)![30]).toBeCloseTo(9.01, 12);
  });

  test('of two members without a history of errors is their mean', () => {
    const past = combinePast([memberOf(false, () => 9.02), memberOf(false, () => 8.94)], ACTUAL, CUTOFF);
    expect(past.logs.get(FIRST + 10)![5]).toBeCloseTo(8.98, 12);
  });

  test('later gives more weight to the better member, from the errors of months before', () => {
    const good: ForecastLogOf = (day) => 9 + (day % 2 === 0 ? 0.01 : -0.01);
    const bad: ForecastLogOf = (day) => 9 + (day % 3 === 0 ? 0.1 : -0.1);
    const { logs, weights } = combinePast([memberOf(false, good), memberOf(false, bad)], ACTUAL, CUTOFF);
    expect(weights.withPrimary[0]![1]).toBeGreaterThan(5 * weights.withPrimary[1]![1]!);
    const error = (day: number) => Math.abs(logs.get(day)![30]! - 9);
    expect(error(CUTOFF - 3)).toBeLessThan(error(FIRST + 3));
  });

  test('a month’s weights do not depend on errors of that month or later', () => {
    const changed =
      (from: number): ForecastLogOf =>
      (day) =>
        day >= from ? 9.5 : 9 + (day % 2 === 0 ? 0.02 : -0.02);
    const steady = memberOf(false, (day) => 9 + (day % 3 === 0 ? 0.03 : -0.01));
    const day = dayNumber(2024, 3, 15);
    const shares = (from: number) => {
      const past = combinePast([memberOf(false, changed(from)), steady], ACTUAL, CUTOFF);
      const [one, other] = [9 + (day % 2 === 0 ? 0.02 : -0.02), 9 + (day % 3 === 0 ? 0.03 : -0.01)];
      return (past.logs.get(day)![30]! - other) / (one - other);
    };
    expect(shares(day + 1)).toBeCloseTo(shares(CUTOFF + 1), 12);
  });

  test('days on which no member has a forecast are left out', () => {
    const past = combinePast([memberOf(false, (day) => (day < FIRST + 5 ? Number.NaN : 9))], ACTUAL, CUTOFF);
    expect([...past.logs.keys()][0]).toBe(FIRST + 5);
  });

  test('says by lead day whether a primary member forecast it', () => {
    const primary = memberOf(false, (_day, leadDay) => (leadDay <= 1 ? 9 : Number.NaN), FIRST + 100);
    const past = combinePast([primary, memberOf(true, () => 9.1)], ACTUAL, CUTOFF);
    expect(past.hasPrimaryForecast.get(FIRST)!.slice(0, 3)).toEqual([false, false, false]);
    expect(past.hasPrimaryForecast.get(FIRST + 100)!.slice(0, 3)).toEqual([true, true, false]);
  });

  test('of an ensemble that has none is empty, with initial weights', () => {
    const members = [memberOf(false, () => 9)];
    expect(noPast(members)).toMatchObject({ logs: new Map(), weights: initialWeights(members) });
  });

  test('has the days of all members, oldest first, each from the members that have it', () => {
    const late = memberOf(false, () => 9.02, FIRST + 100);
    const { logs } = combinePast([late, memberOf(true, () => 9.1)], ACTUAL, CUTOFF);
    expect([...logs.keys()]).toEqual(Array.from({ length: 300 }, (_, i) => FIRST + i));
    expect([logs.get(FIRST + 99)![0], logs.get(FIRST + 100)![0], logs.get(CUTOFF - 1)![0]]).toEqual([
      9.1,
      9.1, // the late member has no errors yet
      expect.closeTo(9.02, 2),
    ]);
  });
});
