import { describe, expect, test } from 'vitest';
import { dayNumber } from '../../../calendar/holiday-calendar.js';
import { writeFeatures } from './feature-group.js';
import type { OperatorDay } from './operator-day.js';
import { type OperatorFeatureOptions, operatorFeatures } from './operator-design.js';

const DAY = dayNumber(2024, 2, 28); // a Wednesday before a leap day
const OPTIONS: OperatorFeatureOptions = { knownHours: 3, operatorDays: 1, errorPenalty: 0.1, anomalyPenalty: 0.03 };

/** Errors of a tenth for each day back and a thousandth for each hour; anomalies and residuals unless given are 0. */
function operatorDay(given: Partial<OperatorDay> = {}): OperatorDay {
  const made: Pick<OperatorDay, 'error' | 'clippedBias' | 'anomalies' | 'loadResidual'> = {
    error: (day, hour) => (DAY - day) / 10 + hour / 1000,
    clippedBias: (hour) => -hour / 100,
    anomalies: () => new Float64Array(48),
    loadResidual: () => 0,
    ...given,
  };
  return made as OperatorDay;
}

/** What the group of a name writes, from position 1 of an array that is 9 elsewhere. */
function written(name: string, { given = operatorDay(), day = DAY, options = OPTIONS } = {}): number[] {
  const group = operatorFeatures(options).find((each) => each.name === name)!;
  const out = new Float64Array(group.count + 2).fill(9);
  group.write(given, day, out, 1);
  expect([out[0], out.at(-1)]).toEqual([9, 9]);
  return [...out.subarray(1, -1)];
}

function expectNear(actual: readonly number[], expected: readonly number[]): void {
  expect(actual).toHaveLength(expected.length);
  actual.forEach((value, i) => {
    expect(value).toBeCloseTo(expected[i]!, 12);
  });
}

const hours = (of: (hour: number) => number) => Array.from({ length: 24 }, (_, hour) => of(hour));

describe('errors', () => {
  test.each([
    { name: 'errors of known hours', expected: [0, 0.001, 0.002] },
    { name: 'errors of the day before', expected: hours((hour) => 0.1 + hour / 1000) },
    { name: 'four-hour errors two days before', expected: [0.2015, 0.2055, 0.2095, 0.2135, 0.2175, 0.2215] },
    { name: 'mean errors of the last week, by hour', expected: hours((hour) => 0.4 + hour / 1000) },
    { name: 'mean errors of four weeks, by hour', expected: hours((hour) => -hour / 100) },
  ])('$name', ({ name, expected }) => expectNear(written(name), expected));

  test('with no known hours there are none of today', () => {
    expect(written('errors of known hours', { options: { ...OPTIONS, knownHours: 0 } })).toEqual([]);
  });

  test.each([3, 8, 23])('with %i known hours no later error of the issue day is read', (knownHours) => {
    const read: number[] = [];
    const error = (day: number, hour: number) => {
      if (day >= DAY) read.push(24 * (day - DAY) + hour);
      return 0;
    };
    const groups = operatorFeatures({ ...OPTIONS, knownHours });
    writeFeatures(groups, operatorDay({ error }), DAY, new Float64Array(300), 0);
    expect(read).toEqual(Array.from({ length: knownHours }, (_, hour) => hour));
  });
});

describe('the forecast', () => {
  /** Today 0.01 above climatology; tomorrow a part of four hours more for each part of the day. */
  const anomalies = () => Float64Array.from({ length: 48 }, (_, i) => (i < 24 ? 0.01 : Math.floor((i - 24) / 4) / 10));

  test.each([
    {
      name: 'to tomorrow, from the forecast of today',
      options: OPTIONS,
      given: operatorDay({ anomalies }),
      expected: [-0.01, 0.09, 0.19, 0.29, 0.39, 0.49],
    },
    {
      name: 'to today, from the load of yesterday',
      options: { ...OPTIONS, operatorDays: 0 as const },
      given: operatorDay({ anomalies, loadResidual: (day, hour) => (day === DAY - 1 ? hour / 100 : 9) }),
      expected: [-0.005, -0.045, -0.085, -0.125, -0.165, -0.205],
    },
  ])('changes $name, and their sizes', ({ options, given, expected }) => {
    expectNear(written('forecast change to the last day', { given, options }), expected);
    expectNear(written('size of that change', { given, options }), expected.map(Math.abs));
  });

  test('minus climatology, hour by hour of the days read', () => {
    expect(written('forecast minus climatology', { given: operatorDay({ anomalies }) })).toEqual([...anomalies()]);
  });
});

describe('the last day forecast', () => {
  test.each([
    { name: 'tomorrow, the leap day, a Thursday', day: DAY, operatorDays: 1 as const, weekday: 4 },
    { name: 'today, a Wednesday', day: DAY, operatorDays: 0 as const, weekday: 3 },
    { name: 'New Year after New Year’s Eve, a Monday', day: dayNumber(2023, 12, 31), operatorDays: 1, weekday: 1 },
    { name: 'a Sunday after a Saturday', day: dayNumber(2024, 3, 2), operatorDays: 1 as const, weekday: 0 },
  ] as const)('has its weekday: $name', ({ day, operatorDays, weekday }) => {
    const found = written('weekday', { day, options: { ...OPTIONS, operatorDays } });
    expect(found).toEqual(Array.from({ length: 7 }, (_, i) => (i === weekday ? 0.02 : 0)));
  });

  test.each([
    { name: 'the end of a year is next to its start', one: dayNumber(2023, 12, 31), other: dayNumber(2023, 1, 1) },
    { name: 'a year on it is nearly the same', one: dayNumber(2024, 7, 1), other: dayNumber(2023, 7, 1) },
  ])('has its season: $name', ({ one, other }) => {
    const [a, b] = [written('season', { day: one }), written('season', { day: other })];
    expect(Math.hypot(...a)).toBeCloseTo(0.02, 12);
    expect(Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!)).toBeLessThan(0.001);
  });
});

test('every group writes as many features as it says, side by side', () => {
  const groups = operatorFeatures(OPTIONS);
  const out = new Float64Array(200).fill(Number.NaN);
  const end = writeFeatures(groups, operatorDay(), DAY, out, 0);
  expect(end).toBe(3 + 24 + 6 + 24 + 24 + 48 + 6 + 6 + 7 + 2);
  expect(out.findIndex(Number.isNaN)).toBe(end);
});
