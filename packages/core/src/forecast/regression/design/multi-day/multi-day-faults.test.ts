import { describe, expect, test } from 'vitest';
import { type MultiDayLogOf, madeUpMultiDayInputs } from '../../../../../test/multi-day-inputs.js';
import { type LogOf, measuredDays, pseudoRandom } from '../../../../testing/measured-days.js';
import { MULTI_DAY } from '../../../settings.data.js';
import { multiDayFault } from './multi-day-design.js';

const DAY = 19_890; // 2024-06-16
const FIRST = DAY - 60;

/** A day with a shape, a little different every day. */
const loadLog: LogOf = (day, hour) => 9 + 0.2 * Math.sin((hour - 9) / 3.8) + 0.05 * Math.sin(day / 3);
/** A forecast that misses by up to half a percent, differently in each issue. */
const good: MultiDayLogOf = (issue, leadDay, hour) =>
  loadLog(issue + leadDay, hour) + 0.01 * (pseudoRandom(issue * 991 + leadDay * 31 + hour) - 0.5);

/** Lead day and hour of an hour some hours later. */
function moved(logOf: MultiDayLogOf, hours: number): MultiDayLogOf {
  return (issue, leadDay, hour) => {
    const at = Math.max(0, 24 * leadDay + hour + hours);
    return logOf(issue, Math.floor(at / 24), at % 24);
  };
}
const from =
  (first: number, lie: MultiDayLogOf, truth: MultiDayLogOf = good): MultiDayLogOf =>
  (issue, leadDay, hour) =>
    (issue >= first ? lie : truth)(issue, leadDay, hour);

interface Case {
  readonly logOf?: MultiDayLogOf;
  readonly ageHours?: number;
  readonly load?: LogOf;
  readonly day?: number;
}

function faultOf({ logOf = good, ageHours = 6, load = loadLog, day = DAY }: Case): string | undefined {
  const inputs = madeUpMultiDayInputs(logOf, (issue) => (issue === day ? ageHours : 6));
  return multiDayFault({ inputs, load: measuredDays(FIRST, day - FIRST, load), knownHours: 8 }, day);
}

const DISPLACED = 'displaced by an hour';
const DAY_LATE = 'late by a day';
const REPEATED = 'the values of an earlier issue under new dates';
const UNIT = 'not in the unit of the load';
const FLAT = 'one value for all hours of tomorrow';

describe('a forecast', () => {
  test.each<Case & { name: string; fault: string | undefined }>([
    { name: 'that is good', fault: undefined },
    { name: 'that is 8 % low throughout', logOf: (...at) => good(...at) - 0.08, fault: undefined },
    { name: 'as old as may be', ageHours: MULTI_DAY.mostAgeHours, fault: undefined },
    { name: 'an hour older', ageHours: MULTI_DAY.mostAgeHours + 1, fault: 'not renewed for 36 hours' },
    { name: 'in kilowatts from today', logOf: from(DAY, (...at) => good(...at) + Math.log(1000)), fault: UNIT },
    { name: 'in gigawatts from today', logOf: from(DAY, (...at) => good(...at) - Math.log(1000)), fault: UNIT },
    { name: 'of one value from today', logOf: from(DAY, () => 9.05), fault: FLAT },
    { name: 'displaced from today, an hour late', logOf: from(DAY, moved(good, -1)), fault: DISPLACED },
    { name: 'displaced from today, an hour early', logOf: from(DAY, moved(good, 1)), fault: DISPLACED },
    { name: 'displaced for a week', logOf: from(DAY - 7, moved(good, 1)), fault: DISPLACED },
    { name: 'displaced for ever', logOf: moved(good, 1), fault: DISPLACED },
    { name: 'displaced until three days ago', logOf: from(DAY - 5, good, moved(good, 1)), fault: undefined },
    {
      name: 'with yesterday’s values under new dates',
      logOf: from(DAY, (issue, leadDay, hour) => good(issue - 1, leadDay, hour)),
      fault: REPEATED,
    },
    {
      name: 'with those of the same file for three days',
      logOf: from(DAY - 2, (_issue, leadDay, hour) => good(DAY - 3, leadDay, hour)),
      fault: REPEATED,
    },
    { name: 'late by a day for three days', logOf: from(DAY - 2, moved(good, -24)), fault: DAY_LATE },
    { name: 'late by a day for nine days', logOf: from(DAY - 8, moved(good, -24)), fault: DAY_LATE },
    { name: 'late by a day until three days ago', logOf: from(DAY - 5, good, moved(good, -24)), fault: undefined },
    {
      name: 'of the same hours as yesterday, not renewed yet',
      logOf: from(DAY, (issue, leadDay, hour) => (leadDay === 7 ? Number.NaN : good(issue - 1, leadDay + 1, hour))),
      fault: undefined,
    },
    {
      name: 'without tomorrow',
      logOf: (issue, lead, hour) => (lead === 1 ? Number.NaN : good(issue, lead, hour)),
      fault: undefined,
    },
    {
      name: 'of today and tomorrow alone',
      logOf: (issue, lead, hour) => (lead > 1 ? Number.NaN : good(issue, lead, hour)),
      fault: undefined,
    },
    {
      name: 'that is the first there is',
      logOf: (issue, lead, hour) => (issue < DAY ? Number.NaN : good(issue, lead, hour)),
      fault: undefined,
    },
    { name: 'where no load was measured', load: () => Number.NaN, fault: undefined },
  ])('$name: $fault', ({ fault, ...given }) => expect(faultOf(given)).toBe(fault));
});

test('a heat wave that the forecast expects is no other unit', () => {
  const hot: MultiDayLogOf = (...at) => good(...at) + 0.4;
  expect(faultOf({ logOf: from(DAY, hot) })).toBeUndefined();
});

test('what comes after the issue day changes nothing', () => {
  const later = from(DAY + 1, () => 1);
  expect(faultOf({ logOf: later })).toBe(faultOf({}));
});
