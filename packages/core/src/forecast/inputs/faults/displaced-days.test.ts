import { describe, expect, test } from 'vitest';
import { type LogOf, measuredDays, pseudoRandom } from '../../../testing/measured-days.js';
import { type Compared, comparedOf, meanOfKnown, seamOf, type Usual, usualOf } from './compared-days.js';
import { isDayLate, isDisplaced, looksDisplaced } from './operator-faults.js';

const DAY = 19_890; // 2024-06-16
const FIRST = DAY - 30;

const loadLog: LogOf = (day, hour) => 9 + 0.2 * Math.sin((hour - 9) / 3.8) + 0.05 * Math.sin(1.3 * (day + hour / 24));
const good: LogOf = (day, hour) => loadLog(day, hour) - 0.02 + 0.02 * (pseudoRandom(day * 31 + hour) - 0.5);
const hourLate: LogOf = (day, hour) => (hour > 0 ? good(day, hour - 1) : good(day - 1, 23));
const dayLate: LogOf = (day, hour) => good(day - 1, hour);
const last =
  (days: number, lie: LogOf): LogOf =>
  (day, hour) =>
    (day > DAY - days ? lie : good)(day, hour);

interface World {
  readonly logOf?: LogOf;
  readonly load?: LogOf;
  /** Known hours of the last day. */
  readonly knownHours?: number;
  readonly firstDay?: number;
}

/** Forecasts of thirty days, and typical values before the last four. */
function worldOf({ logOf = good, load = loadLog, knownHours = 24, firstDay = FIRST }: World) {
  const known: LogOf = (day, hour) => (day < DAY || (day === DAY && hour < knownHours) ? load(day, hour) : Number.NaN);
  const values = (day: number) =>
    Float64Array.from({ length: 24 }, (_, hour) => (day < firstDay ? Number.NaN : logOf(day, hour)));
  const check: Compared = comparedOf({ published: values, load: measuredDays(FIRST - 10, 50, known) });
  const days = Array.from({ length: DAY - 3 - firstDay }, (_, i) => firstDay + i);
  return { check, usual: usualOf(check, days) as Usual };
}

const RULE = { days: 3, errorRatio: 0.7, spreadRatio: 1.4 };

describe('days are displaced by an hour', () => {
  test.each<World & { name: string; since?: number; is: boolean }>([
    { name: 'when three of them are', logOf: last(3, hourLate), is: true },
    { name: 'not when one of three is', logOf: last(1, hourLate), is: false },
    { name: 'when the only one since then is', logOf: last(1, hourLate), since: DAY, is: true },
    { name: 'when the hours of the morning say so', logOf: last(3, hourLate), knownHours: 8, since: DAY, is: true },
    { name: 'not when too few hours are measured', logOf: last(3, hourLate), knownHours: 4, since: DAY, is: false },
    { name: 'not when they were so before', logOf: hourLate, is: false },
    { name: 'not when they are late by a day', logOf: last(3, dayLate), is: false },
    { name: 'not when they are right', is: false },
    { name: 'not when nothing was measured', load: () => Number.NaN, is: false },
  ])('$name', ({ since, is, ...world }) => {
    const { check, usual } = worldOf(world);
    expect(isDisplaced(check, usual, DAY, RULE, since)).toBe(is);
  });

  test.each([
    { name: 'error an hour off', rule: { ...RULE, errorRatio: 0.1 } },
    { name: 'usual spread', rule: { ...RULE, spreadRatio: 30 } },
  ])('not when the $name says that they are not', ({ rule }) => {
    const { check, usual } = worldOf({ logOf: last(3, hourLate) });
    expect(isDisplaced(check, usual, DAY, rule)).toBe(false);
  });

  test.each([
    { name: 'tomorrow that is late looks so', logOf: last(0, hourLate), is: true },
    { name: 'tomorrow that is right does not', logOf: good, is: false },
  ])('$name', ({ logOf, is }) => {
    const { check, usual } = worldOf({ logOf });
    expect(looksDisplaced(check, usual, DAY + 1)).toBe(is);
  });
});

describe('days are late by a day', () => {
  test.each<World & { name: string; since?: number; is: boolean }>([
    { name: 'when three of them are', logOf: last(3, dayLate), is: true },
    { name: 'not when one of three is', logOf: last(1, dayLate), is: false },
    { name: 'when the only one since then is', logOf: last(1, dayLate), since: DAY, is: true },
    { name: 'not when they were so before', logOf: dayLate, is: false },
    { name: 'not when they are an hour late', logOf: last(3, hourLate), is: false },
    { name: 'not when they are right', is: false },
    {
      name: 'not when they miss in another way',
      logOf: last(3, (day, hour) => good(day, hour) + (hour % 2 ? 0.2 : -0.2)),
      is: false,
    },
    { name: 'not when nothing was measured', load: () => Number.NaN, is: false },
  ])('$name', ({ since, is, ...world }) => {
    const { check, usual } = worldOf(world);
    expect(isDayLate(check, usual, DAY, RULE, since)).toBe(is);
  });
});

describe('what is usual', () => {
  test('is the mean error by hour, however far one day was off', () => {
    const { usual } = worldOf({ logOf: (day, hour) => good(day, hour) + (day === DAY - 9 ? 5 : 0) });
    const plain = worldOf({}).usual;
    for (const error of plain.bias) expect(error).toBeCloseTo(0.02, 2);
    expect(Math.max(...usual.bias.map((error, hour) => Math.abs(error - plain.bias[hour]!)))).toBeLessThan(0.02);
  });

  test('is not known of fewer than ten days', () => {
    expect(worldOf({ firstDay: DAY - 13 }).usual).toBeDefined();
    expect(worldOf({ firstDay: DAY - 12 }).usual).toBeUndefined();
  });

  test('of the step at midnight is the median, so that a step is seen from it', () => {
    const { check, usual } = worldOf({ logOf: last(1, (day, hour) => good(day, hour) + 0.3) });
    expect(seamOf(check, usual, DAY)).toBeCloseTo(0.3, 1);
    expect(Math.abs(seamOf(check, usual, DAY - 1))).toBeLessThanOrEqual(usual.largestStep + 0.05);
  });
});

test('the mean of what is known leaves out what is not', () => {
  expect(meanOfKnown(Float64Array.of(1, Number.NaN, 3))).toBe(2);
  expect(meanOfKnown(Float64Array.of(Number.NaN))).toBeNaN();
});
