import { describe, expect, test } from 'vitest';
import { type LogOf, measuredDays, pseudoRandom } from '../../../testing/measured-days.js';
import { FAULTS, OPERATOR_FAULTS } from './faults.data.js';
import { operatorFaults, otherUnitDays } from './operator-faults.js';

const DAY = 19_890; // 2024-06-16
const FIRST = DAY - OPERATOR_FAULTS.daysLookedAt;

/** A day with a shape, a little different every day. */
const loadLog: LogOf = (day, hour) => 9 + 0.2 * Math.sin((hour - 9) / 3.8) + 0.05 * Math.sin(1.3 * (day + hour / 24));
/** A forecast that is 2 % low, and misses by up to one percent more. */
const good: LogOf = (day, hour) => loadLog(day, hour) - 0.02 + 0.02 * (pseudoRandom(day * 31 + hour) - 0.5);

const at = (day: number, hour: number, hours: number): [number, number] => {
  const hourOf = 24 * day + hour + hours;
  return [Math.floor(hourOf / 24), ((hourOf % 24) + 24) % 24];
};
const moved =
  (hours: number): LogOf =>
  (day, hour) =>
    good(...at(day, hour, hours));
/** A forecast equal to the load of the day before, with errors of its own: no value was published before. */
const dayLate: LogOf = (day, hour) => loadLog(day - 1, hour) - 0.02 + 0.02 * (pseudoRandom(day * 57 + hour) - 0.5);
/** Published values: the truth before `first`, from then on `lie`. */
const from =
  (first: number, lie: LogOf, until = Number.POSITIVE_INFINITY): LogOf =>
  (day, hour) =>
    (day >= first && day < until ? lie : good)(day, hour);
const step =
  (change: number): LogOf =>
  (day, hour) =>
    good(day, hour) + change;

interface Case {
  /** The operator's forecast; tomorrow is its last day. */
  readonly logOf?: LogOf;
  readonly load?: LogOf;
  readonly knownHours?: number;
}

function faultsOf({ logOf = good, load = loadLog, knownHours = 8 }: Case): Map<number, string> {
  const known: LogOf = (day, hour) => (day < DAY || (day === DAY && hour < knownHours) ? load(day, hour) : Number.NaN);
  const published = (day: number) => Float64Array.from({ length: 24 }, (_, hour) => logOf(day, hour));
  return operatorFaults({ published, load: measuredDays(FIRST - 40, 60 + 42, known) }, FIRST, DAY + 1);
}

const LIES: readonly { name: string; lie: LogOf; fault: string; issues: number }[] = [
  { name: 'in kilowatts', lie: step(Math.log(1000)), fault: FAULTS.unit, issues: 1 },
  { name: 'in gigawatts', lie: step(-Math.log(1000)), fault: FAULTS.unit, issues: 1 },
  { name: 'half as large again', lie: step(0.4), fault: FAULTS.step, issues: 1 },
  { name: 'a tenth lower', lie: step(-0.1), fault: FAULTS.step, issues: 1 },
  { name: 'of one value', lie: () => 9.1, fault: FAULTS.flat, issues: 1 },
  { name: 'of the day before again', lie: (day, hour) => good(day - 1, hour), fault: FAULTS.repeated, issues: 1 },
  { name: 'of the week before again', lie: (day, hour) => good(day - 7, hour), fault: FAULTS.repeated, issues: 1 },
  { name: 'late by a day, in other values', lie: dayLate, fault: FAULTS.dayLate, issues: 5 },
  { name: 'displaced, an hour late', lie: moved(-1), fault: FAULTS.displaced, issues: 2 },
  { name: 'displaced, an hour early', lie: moved(1), fault: FAULTS.displaced, issues: 2 },
];

describe('a forecast that turns', () => {
  test.each(LIES)('$name is excluded at issue $issues: $fault (fault 119)', ({ lie, fault, issues }) => {
    const first = DAY + 2 - issues;
    const faults = faultsOf({ logOf: from(first, lie) });
    expect(faults.get(DAY + 1)).toBe(fault);
    expect([...faults.keys()].every((day) => day >= first)).toBe(true);
  });

  test.each(LIES)('$name five days ago is excluded still (fault 119)', ({ lie }) => {
    const faults = faultsOf({ logOf: from(DAY - 4, lie) });
    expect(faults.get(DAY)).toBeDefined();
    expect(faults.get(DAY + 1)).toBeDefined();
  });

  test.each(LIES)('$name for four days and is right since yesterday is used again (fault 119)', ({ lie }) => {
    const faults = faultsOf({ logOf: from(DAY - 5, lie, DAY - 1) });
    expect(faults.get(DAY + 1)).toBeUndefined();
    expect(faults.get(DAY)).toBeUndefined();
  });
});

describe('nothing is wrong with', () => {
  test.each<Case & { name: string }>([
    { name: 'a good forecast' },
    { name: 'a good forecast at midnight', knownHours: 0 },
    { name: 'a good forecast at noon', knownHours: 12 },
    { name: 'one that is always an hour late', logOf: moved(-1) },
    { name: 'one that is always late by a day', logOf: dayLate },
    { name: 'one that is late by a day only today', logOf: from(DAY, dayLate, DAY + 1) },
    {
      name: 'one with a third of the values of the day before, less one',
      logOf: (day, hour) => good(day - (day > DAY && hour < OPERATOR_FAULTS.repeatedHours - 1 ? 1 : 0), hour),
    },
    { name: 'one that is always 8 % low', logOf: step(-0.08) },
    { name: 'one that steps with the load', logOf: from(DAY - 1, step(0.3)), load: from2(DAY - 1, 0.3) },
    { name: 'one that steps by 3 %', logOf: from(DAY + 1, step(0.03)) },
    { name: 'one that began last week', logOf: (day, hour) => (day < DAY - 7 ? Number.NaN : good(day, hour)) },
    { name: 'one where no load was measured', load: () => Number.NaN },
    { name: 'one that lacks tomorrow', logOf: (day, hour) => (day > DAY ? Number.NaN : good(day, hour)) },
  ])('$name', (given) => expect(faultsOf(given)).toEqual(new Map()));
});

function from2(first: number, change: number): LogOf {
  return (day, hour) => loadLog(day, hour) + (day >= first ? change : 0);
}

test.each([
  { name: 'before noon', hour: 11, since: DAY + 1 },
  { name: 'at noon', hour: 12, since: DAY + 1 },
  { name: 'in the evening', hour: 20, since: DAY + 2 },
])('the values of the day before are seen where they begin $name', ({ hour, since }) => {
  const late: LogOf = (each, at) => good(each - 1, at);
  const logOf: LogOf = (each, at) => (each * 24 + at >= (DAY + 1) * 24 + hour ? late : good)(each, at);
  expect([...faultsOf({ logOf }).keys()]).toEqual([since].filter((each) => each <= DAY + 1));
  const dayAfter = (each: number, at: number) => logOf(each + 1, at);
  expect(faultsOf({ logOf: dayAfter, load: (each, at) => loadLog(each + 1, at) }).get(DAY + 1)).toBe(FAULTS.repeated);
});

test('a forecast that is late by a day is used again on the second day after', () => {
  const faults = faultsOf({ logOf: from(DAY - 12, (day, hour) => good(day - 1, hour), DAY - 1) });
  expect([...faults.keys()]).toEqual(Array.from({ length: 12 }, (_, i) => DAY - 12 + i));
});

test.each([
  { name: 'a step of three weeks ago', lie: step(-0.1), days: OPERATOR_FAULTS.longestDays },
  { name: 'a day too late for three weeks', lie: dayLate, days: OPERATOR_FAULTS.longestDays + 3 },
  { name: 'an hour too late for two weeks', lie: moved(-1), days: OPERATOR_FAULTS.longestDisplacedDays },
])('$name is how the operator forecasts now, and was not the day before', ({ lie, days }) => {
  expect(faultsOf({ logOf: from(DAY - days, lie) })).toEqual(new Map());
  expect(faultsOf({ logOf: from(DAY - days + 2, lie) }).get(DAY + 1)).toBeDefined();
});

test('load that is not known yet changes nothing', () => {
  const later = (day: number, hour: number) => (day > DAY || (day === DAY && hour >= 8) ? 3 : loadLog(day, hour));
  const logOf = from(DAY, moved(1));
  expect(faultsOf({ logOf, load: later })).toEqual(faultsOf({ logOf }));
});

test.each([
  { name: 'a quarter and more away from the load', change: 0.3, days: [DAY - 2, DAY - 1] },
  { name: 'nearer', change: 0.2, days: [] },
])('days $name are not fitted to: $days.length', ({ change, days }) => {
  const operator = measuredDays(DAY - 30, 30, from(DAY - 2, step(change)));
  expect([...otherUnitDays(operator, measuredDays(DAY - 30, 30, loadLog))]).toEqual(days);
});

test.each([
  { name: 'fewer hours than judge a day', hours: OPERATOR_FAULTS.fewestHours - 1, days: 0 },
  { name: 'just enough', hours: OPERATOR_FAULTS.fewestHours, days: 1 },
])('a day of which load has $name is left out of the fit or not', ({ hours, days }) => {
  const operator = measuredDays(DAY - 5, 5, from(DAY - 1, step(3)));
  const load = measuredDays(DAY - 5, 5, (day, hour) => (hour < hours ? loadLog(day, hour) : Number.NaN));
  expect(otherUnitDays(operator, load).size).toBe(days);
});

describe('hours of the issue day that are known', () => {
  const late = from(DAY, moved(-1));
  test.each([
    { name: 'too few show no displacement', knownHours: 4, fault: undefined },
    { name: 'of the morning show it', knownHours: 8, fault: FAULTS.displaced },
    { name: 'of the day show it', knownHours: 16, fault: FAULTS.displaced },
  ])('$name', ({ knownHours, fault }) => expect(faultsOf({ logOf: late, knownHours }).get(DAY + 1)).toBe(fault));

  test('show a miss of a fifth that begins without a step at midnight', () => {
    const isBefore = (day: number, hour: number) => day === DAY && hour < 2;
    const logOf = from(DAY, (day, hour) => good(day, hour) - (isBefore(day, hour) ? 0.03 * hour : 0.2));
    const faults = faultsOf({ logOf });
    expect(faults.get(DAY)).toBe(FAULTS.miss);
    expect(faults.get(DAY + 1)).toBe(FAULTS.miss);
  });
});
