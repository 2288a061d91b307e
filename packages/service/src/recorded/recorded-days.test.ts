import { CALENDARS, DAY_MS, HOUR_MS } from '@loadcast/core';
import { instantOfLocal, offsetMs, weekdayOf } from '@loadcast/core/time';
import { expect, test } from 'vitest';
import { findRecordedHours } from './recorded-days.js';
import { smoothestDays } from './smoothest-days.js';

const ZONE = 'America/New_York';
const START = Date.UTC(2015, 6, 1, 4);
const HOURS = (Date.UTC(2019, 6, 1, 4) - START) / HOUR_MS;
/** Ten days of September 2018 are missing. */
const GAP = (Date.UTC(2018, 8, 10, 4) - START) / HOUR_MS;
const valuesMw = new Float64Array(HOURS).fill(1).fill(Number.NaN, GAP, GAP + 240);
const record = { key: { series: 'NYIS', measure: 'demand' }, start: START, valuesMw } as const;
const find = findRecordedHours({ timezone: ZONE, calendar: CALENDARS.us }, record);

/** An hour of New York's clock, such as `2026-07-04T15`. */
const local = (text: string): number => instantOfLocal(ZONE, Date.parse(`${text}:00Z`));
const dayAt = (instant: number): number => Math.floor((instant + offsetMs(ZONE, instant)) / DAY_MS);
const localText = (instant: number): string => new Date(instant + offsetMs(ZONE, instant)).toISOString().slice(0, 13);

test.each([
  { name: 'an ordinary day goes to the same weekday', at: '2026-11-17T15', to: '2015-11-17T15' },
  { name: 'in the record an hour stands for itself', at: '2018-07-18T15', to: '2018-07-18T15' },
  { name: 'an evening stays an evening in summer and winter', at: '2027-01-20T19', to: '2019-01-23T19' },
  { name: 'Thanksgiving goes to Thanksgiving', at: '2026-11-26T12', to: '2015-11-26T12' },
  { name: 'the day after it, too', at: '2026-11-27T12', to: '2015-11-27T12' },
  { name: 'Christmas goes to Christmas', at: '2025-12-25T12', to: '2018-12-25T12' },
  { name: 'a weekday that meets Christmas gets that of another week', at: '2025-12-29T12', to: '2019-01-07T12' },
  { name: 'New Year goes to New Year', at: '2027-01-01T12', to: '2016-01-01T12' },
  { name: 'Independence Day on a Saturday goes to Independence Day', at: '2026-07-04T12', to: '2015-07-04T12' },
  { name: 'Labor Day goes to Labor Day', at: '2026-09-07T12', to: '2015-09-07T12' },
  { name: 'Veterans Day on a working day goes to one on a working day', at: '2025-11-11T12', to: '2016-11-11T12' },
  { name: 'a holiday that the record does not know is an ordinary day', at: '2026-06-19T12', to: '2018-06-22T12' },
  { name: 'a day that was not recorded is one of another year', at: '2022-09-14T12', to: '2017-09-13T12' },
  { name: 'in the record, too', at: '2018-09-12T12', to: '2017-09-13T12' },
  { name: 'leap day', at: '2024-02-29T12', to: '2018-03-01T12' },
  { name: 'a day that meets a leap day', at: '2028-02-28T12', to: '2017-02-27T12' },
  { name: 'the hour before the spring change', at: '2026-03-08T01', to: '2018-03-11T01' },
  { name: 'the hour after the spring change', at: '2026-03-08T03', to: '2018-03-11T03' },
  { name: 'the day that meets the spring change of the record', at: '2027-03-07T02', to: '2016-03-06T02' },
  { name: 'the hour after the autumn change', at: '2026-11-01T02', to: '2015-11-01T02' },
  { name: 'New Year’s Eve on a working day', at: '2025-12-31T23', to: '2018-12-31T23' },
  { name: 'four years later the record begins again', at: '2027-07-06T12', to: '2015-07-07T12' },
  { name: 'four years earlier, too', at: '2013-07-09T12', to: '2017-07-11T12' },
])('$name: $at is $to', ({ at, to }) => expect(localText(find(local(at)))).toBe(to));

test('both hours of an autumn change go to the two of the record', () => {
  const first = local('2026-11-01T01');
  expect([find(first), find(first + HOUR_MS)]).toEqual([local('2015-11-01T01'), local('2015-11-01T01') + HOUR_MS]);
});

/** What an hour of the record must have in common with the hour that it stands for. */
const RULES: Readonly<Record<string, (at: number, found: number) => boolean>> = {
  'it lies in the record': (_at, found) => valuesMw[(found - START) / HOUR_MS] === 1,
  'its local hour is the same': (at, found) => localText(found).slice(11) === localText(at).slice(11),
  'its season is the same': (at, found) => {
    const years = (at - found) / (365.2425 * DAY_MS);
    return Math.abs(years - Math.round(years)) * 365 < 20;
  },
  'its weekday is the same, but on a holiday': (at, found) =>
    CALENDARS.us.on(dayAt(at)).length > 0 || weekdayOf(dayAt(at)) === weekdayOf(dayAt(found)),
  'a major holiday is one, an ordinary day none': (at, found) =>
    CALENDARS.us.isMajor(dayAt(at)) === CALENDARS.us.isMajor(dayAt(found)),
};

const hours = Array.from({ length: 8 * 8_766 }, (_, hour) => local('2024-01-01T00') + hour * HOUR_MS);

test.each(Object.entries(RULES))('over eight years, of every hour: %s', (_rule, holds) => {
  const broken = hours.filter((at) => !holds(at, find(at)));
  expect(broken.map((at) => `${localText(at)} is ${localText(find(at))}`)).toEqual([]);
});

test('a recorded hour is not shown twice within half a year: nobody can learn an hour to come from it', () => {
  const shown = new Map<number, number>();
  const soon = hours.filter((at) => {
    const before = shown.get(find(at)) ?? Number.NEGATIVE_INFINITY;
    shown.set(find(at), at);
    return at - before < 180 * DAY_MS;
  });
  expect(soon.map(localText)).toEqual([]);
});

test('the move changes seldom: between two holidays whole months of one year are shown', () => {
  const changes = hours.filter((at) => Math.abs(find(at + DAY_MS) - find(at) - DAY_MS) > HOUR_MS);
  expect(changes.length / 24 / 8).toBeLessThan(15); // days a year
});

test.each([
  {
    name: 'of equal changes that between days of like load is taken',
    candidates: [[10], [11, 20], [12, 21], [22]],
    days: [10, 11, 21, 22],
  },
  { name: 'no day is shown twice', candidates: [[10], [11], [12, 10], [11, 13]], days: [10, 11, 12, 13] },
])('$name', ({ candidates, days }) => {
  const meanMw = (day: number) => (day === 19 || day === 21 ? 2 : 1);
  expect(smoothestDays(candidates, meanMw)).toEqual(days);
});
