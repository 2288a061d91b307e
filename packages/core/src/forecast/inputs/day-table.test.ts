import { describe, expect, test } from 'vitest';
import { CALENDARS } from '../../calendar/calendars.js';
import { dayNumber } from '../../calendar/holiday-calendar.js';
import { AUTHORITY_POLICY } from '../../screening/policies.data.js';
import { foldBlocks } from '../../series/known-series.js';
import { HOUR_MS } from '../../time/instant.js';
import { AsOfHours } from './as-of-hours.js';
import { DayTable } from './day-table.js';

const LOCAL = { timezone: 'America/New_York', calendar: CALENDARS.us };
/** The first hour of 26 February 2024 in UTC: the table begins with the day after. */
const START = Date.UTC(2024, 1, 26);
const FIRST_DAY = dayNumber(2024, 2, 26);
const loadMw = (hour: number) => 1_000 + hour + 50 * Math.sin(hour / 4);

/** Twenty days of load known at once, except the missing hours. */
function hoursOf(missing: readonly number[] = []): AsOfHours {
  const values = Float64Array.from({ length: 20 * 24 }, (_, hour) =>
    missing.includes(hour) ? Number.NaN : loadMw(hour),
  );
  const hours = new AsOfHours(START, AUTHORITY_POLICY);
  hours.moveTo(foldBlocks([{ start: START, values, known: { kind: 'at', at: START } }]), START + 480 * HOUR_MS);
  return hours;
}

function synced(hours: AsOfHours): DayTable {
  const table = new DayTable(hours, LOCAL);
  table.sync();
  return table;
}
/** The index of a UTC hour in the source. */
const indexOf = (utc: number) => (utc - START) / HOUR_MS;

test('the table begins with the first whole local day of the source', () => {
  const table = synced(hoursOf());
  expect(table.firstDay).toBe(FIRST_DAY);
  expect(table.has(FIRST_DAY - 1)).toBe(false);
  expect(table.has(FIRST_DAY)).toBe(true);
});

test.each([
  { name: 'an hour of standard time', day: dayNumber(2024, 2, 29), hour: 7, utc: Date.UTC(2024, 1, 29, 12) },
  { name: 'an hour of daylight time', day: dayNumber(2024, 3, 11), hour: 7, utc: Date.UTC(2024, 2, 11, 11) },
  {
    name: 'midnight of the day of the spring change',
    day: dayNumber(2024, 3, 10),
    hour: 0,
    utc: Date.UTC(2024, 2, 10, 5),
  },
  { name: 'the hour after the skipped one', day: dayNumber(2024, 3, 10), hour: 3, utc: Date.UTC(2024, 2, 10, 7) },
])('$name is the log of its load', ({ day, hour, utc }) => {
  expect(synced(hoursOf()).measured(day, hour)).toBeCloseTo(Math.log(loadMw(indexOf(utc))), 12);
});

test('the hour that the spring change skips is the mean of its neighbours', () => {
  const table = synced(hoursOf());
  const day = dayNumber(2024, 3, 10);
  expect(table.measured(day, 2)).toBeCloseTo((table.measured(day, 1) + table.measured(day, 3)) / 2, 12);
});

describe('hours that were filled in', () => {
  const gap = [Date.UTC(2024, 2, 5, 15), Date.UTC(2024, 2, 5, 16), Date.UTC(2024, 2, 5, 17)].map(indexOf);
  const table = synced(hoursOf(gap));
  const day = dayNumber(2024, 3, 5);

  test('are not measured, and are counted by day', () => {
    expect([10, 11, 12].map((hour) => table.measured(day, hour))).toEqual([Number.NaN, Number.NaN, Number.NaN]);
    expect([table.filledOn(day), table.filledOn(day + 1)]).toEqual([3, 0]);
  });

  test('leave their day whole: it has a log for every hour', () => {
    expect(table.has(day)).toBe(true);
    const at = (day - table.firstDay) * 24;
    expect(Array.from(table.logs.subarray(at, at + 24)).some(Number.isNaN)).toBe(false);
  });
});

test.each([
  { name: 'before the table', day: FIRST_DAY - 1 },
  { name: 'after it', day: FIRST_DAY + 30 },
])('a day $name has nothing: not there, not measured, all filled', ({ day }) => {
  const table = synced(hoursOf());
  expect([table.has(day), table.measured(day, 5), table.filledOn(day)]).toEqual([false, Number.NaN, 24]);
});

describe('changes', () => {
  const grown = () => {
    const values = Float64Array.from({ length: 480 }, (_, hour) => loadMw(hour));
    const series = foldBlocks([{ start: START, values, known: { kind: 'lag', lagMs: 2 * HOUR_MS } }]);
    const hours = new AsOfHours(START, AUTHORITY_POLICY);
    hours.moveTo(series, START + 240 * HOUR_MS);
    return { hours, series, table: synced(hours) };
  };

  test('begin with the local day of the first hour that changed', () => {
    const { hours, series, table } = grown();
    const { changes } = table;
    hours.moveTo(series, START + 245 * HOUR_MS);
    table.sync();
    // The first hour that became known is 237: 21:00 UTC of 6 March, 16:00 in New York.
    expect(table.changedSince(changes)).toBe(dayNumber(2024, 3, 6));
  });

  test('are none when the source has not moved', () => {
    const { table } = grown();
    const { changes } = table;
    table.sync();
    expect([table.changes, table.changedSince(changes)]).toEqual([changes, table.firstDay + table.dayCount]);
  });

  test('leave what a table read at once would be', () => {
    const { hours, series, table } = grown();
    for (const hour of [241, 300, 290, 480]) {
      hours.moveTo(series, START + hour * HOUR_MS);
      table.sync();
    }
    const whole = synced(hours);
    expect(table.dayCount).toBe(whole.dayCount);
    expect(table.logs.subarray(0, whole.dayCount * 24)).toEqual(whole.logs.subarray(0, whole.dayCount * 24));
    expect(table.filled.subarray(0, whole.dayCount * 24)).toEqual(whole.filled.subarray(0, whole.dayCount * 24));
  });
});

describe('fingerprints', () => {
  const days = [FIRST_DAY + 3, FIRST_DAY + 10, FIRST_DAY + 18];
  const spoilt = (hour: number) => synced(hoursOf([hour])).fingerprints(days);
  const clean = synced(hoursOf()).fingerprints(days);

  test('of equal tables are equal, and one a day', () => {
    expect(synced(hoursOf()).fingerprints(days)).toEqual(clean);
    expect(new Set(clean).size).toBe(3);
  });

  test.each([
    { name: 'before the first day', hour: 2 * 24, same: [false, false, false] },
    { name: 'between the days', hour: 7 * 24, same: [true, false, false] },
    { name: 'after the last day', hour: 19 * 24 + 12, same: [true, true, true] },
  ])('differ from the day on which an hour differs: $name', ({ hour, same }) => {
    expect(spoilt(hour).map((print, i) => print === clean[i])).toEqual(same);
  });
});

describe('days that are withheld', () => {
  const [first, second] = [FIRST_DAY + 3, FIRST_DAY + 8];

  test('count as filled in, the others do not, and all is as before when they are given back', () => {
    const table = synced(hoursOf());
    table.withhold(new Set([first, second]));
    expect([first - 1, first, first + 1, second].map((day) => table.filledOn(day))).toEqual([0, 24, 0, 24]);
    expect(table.measured(second, 7)).toBeNaN();
    expect(table.has(second)).toBe(true);
    table.withhold(new Set());
    expect(table.filledOn(second)).toBe(0);
    expect(table.logs).toEqual(synced(hoursOf()).logs);
  });

  test('are a change from the first of them on, and none when they are the same', () => {
    const table = synced(hoursOf());
    const before = table.changes;
    table.withhold(new Set([second]));
    expect(table.changedSince(before)).toBe(second);
    const after = table.changes;
    table.withhold(new Set([second]));
    expect(table.changes).toBe(after);
    table.withhold(new Set([first, second]));
    expect(table.changedSince(after)).toBe(first);
  });

  test('beyond the table change nothing', () => {
    const table = synced(hoursOf());
    const before = table.changes;
    table.withhold(new Set([FIRST_DAY + 99]));
    expect(table.changes).toBe(before);
  });
});
