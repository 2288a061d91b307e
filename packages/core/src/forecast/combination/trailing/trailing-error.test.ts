import { describe, expect, test } from 'vitest';
import { dayNumber } from '../../../calendar/holiday-calendar.js';
import { forecastsOf, measuredDays } from '../../../testing/measured-days.js';
import { TRAILING_ERROR } from '../../settings.data.js';
import { LAST_LEAD_DAY } from '../ensemble.js';
import { correctPast, TrailingError } from './trailing-error.js';

const FIRST = dayNumber(2024, 1, 1);
const DAYS = 300;
const LEADS = LAST_LEAD_DAY + 1;

type ErrorOf = (day: number, hour: number) => number;

/** A load of 9 and forecasts that miss it by the error of the target day and hour: actual minus forecast. */
const past = (errorOf: ErrorOf) =>
  forecastsOf(FIRST, FIRST + DAYS, LEADS, (issueDay, lead, hour) => 9 - errorOf(issueDay + lead, hour));
const actualOf = (logOf: ErrorOf = () => 9) => measuredDays(FIRST - 1, DAYS + 20, logOf);

/** The correction added to the forecast of a lead day and hour, issued on the last day. */
function correctionOf(errorOf: ErrorOf, lead: number, hour: number, actual = actualOf()): number {
  const raw = past(errorOf);
  const day = FIRST + DAYS - 1;
  return correctPast(raw, actual).logs.get(day)![lead * 24 + hour]! - raw.get(day)![lead * 24 + hour]!;
}

const noise: ErrorOf = (day, hour) => {
  const x = Math.sin(day * 12.9898 + hour * 78.233) * 43758.5453;
  return 0.06 * (x - Math.floor(x) - 0.5);
};
/** Midday is 2 % above the forecast, the other hours just as much below it in all: no level. */
const midday: ErrorOf = (_day, hour) => (hour >= 8 && hour < 16 ? 0.02 : -0.01);

describe('what is taken off', () => {
  test.each([
    { name: 'an error of the hour that lasts, of tomorrow', errorOf: midday, lead: 1, hour: 12, near: 0.02 },
    { name: 'the same at fifteen days', errorOf: midday, lead: 15, hour: 12, near: 0.02 },
    { name: 'in the other direction at another hour', errorOf: midday, lead: 7, hour: 20, near: -0.01 },
    { name: 'a level that lasts, of tomorrow', errorOf: () => 0.02, lead: 1, hour: 12, near: 0.02 },
    { name: 'a level at fifteen days: nothing', errorOf: () => 0.02, lead: 15, hour: 12, near: 0 },
    { name: 'no error', errorOf: () => 0, lead: 1, hour: 12, near: 0 },
  ])('$name', ({ errorOf, lead, hour, near }) => {
    expect(correctionOf(errorOf, lead, hour)).toBeCloseTo(near, 2);
  });

  test('noise is hardly taken off: it was worth nothing before', () => {
    const trailing = correctPast(past(noise), actualOf()).trailing.state.errors;
    const largest = Math.max(...trailing.subarray(24, 48).map(Math.abs));
    const corrections = Array.from({ length: 24 }, (_, hour) => Math.abs(correctionOf(noise, 1, hour)));
    expect(largest).toBeGreaterThan(0.003);
    expect(Math.max(...corrections)).toBeLessThan(largest / 4);
  });

  test('an error that changes its sign every three weeks is not taken off at fifteen days', () => {
    const turning: ErrorOf = (day, hour) => midday(day, hour) * (Math.floor((day - FIRST) / 21) % 2 === 0 ? 1 : -1);
    expect(Math.abs(correctionOf(turning, 15, 12))).toBeLessThan(0.005);
  });

  test('before there are errors nothing is', () => {
    const raw = past(midday);
    expect(correctPast(raw, actualOf()).logs.get(FIRST)).toEqual(raw.get(FIRST));
  });
});

describe('what it is taken from', () => {
  const day = FIRST + 200;
  const forecastOn = (errorOf: ErrorOf, actual = actualOf()) => correctPast(past(errorOf), actual).logs.get(day)!;
  const usual = forecastOn(midday);

  test.each([
    { name: 'the issue day', from: day, isSame: true },
    { name: 'the day before', from: day - 1, isSame: false },
  ])('load from $name on changes the forecast: $isSame is the same', ({ from, isSame }) => {
    const changed = forecastOn(
      midday,
      actualOf((target, hour) => (target >= from ? 9.2 + 0.01 * hour : 9)),
    );
    expect(changed.every((log, output) => log === usual[output])).toBe(isSame);
  });

  test('hours that were not measured do not count, and NaN stays NaN', () => {
    const gaps = actualOf((target, hour) => (target % 3 === 0 && hour < 20 ? Number.NaN : 9));
    expect(forecastOn(midday, gaps)[24 + 12]! - past(midday).get(day)![24 + 12]!).toBeCloseTo(0.02, 2);
    const holes = forecastOn((target, hour) => (hour === 5 ? Number.NaN : midday(target, hour)));
    expect([holes[24 + 5], Number.isNaN(holes[24 + 12]!)]).toEqual([Number.NaN, false]);
  });

  test('a storm counts as an error of the clip', () => {
    const storm =
      (size: number): ErrorOf =>
      (target, hour) =>
        target === day - 3 ? size : midday(target, hour);
    expect(forecastOn(storm(3))[24 + 12]).toBeCloseTo(forecastOn(storm(TRAILING_ERROR.errorClip))[24 + 12]!, 12);
  });
});

describe('a kept state', () => {
  test('goes on bit for bit, and what it was taken from does not change with it', () => {
    const raw = [...past((day, hour) => midday(day, hour) + noise(day, hour))];
    const actual = actualOf();
    const whole = correctPast(new Map(raw), actual).logs;
    const { trailing } = correctPast(new Map(raw.slice(0, 250)), actual);
    for (let time = 0; time < 2; time++) {
      const next = new TrailingError(trailing.state);
      for (const [day, logs] of raw.slice(250)) expect(next.correct(day, logs, actual)).toEqual(whole.get(day));
    }
  });

  test('holds the issue days whose targets are still to come, no more', () => {
    const { issued } = correctPast(past(midday), actualOf()).trailing.state;
    expect(issued.map(({ day }) => day).at(-1)).toBe(FIRST + DAYS - 1);
    expect(issued).toHaveLength(LEADS + 1);
  });
});
