import { describe, expect, test } from 'vitest';
import { CALENDARS } from './calendars.js';
import { dayNumber, easterSunday, type HolidayCalendar, weekdayOf } from './holiday-calendar.js';

const day = (text: string): number => {
  const [year, month, date] = text.split('-').map(Number);
  return dayNumber(year!, month!, date!);
};
const on = ({ on, holidays }: HolidayCalendar, text: string): string[] =>
  on(day(text)).map((index) => holidays[index]!.id);

test.each([
  { date: '2024-01-01', is: ['new_year'] },
  { date: '2024-01-15', is: ['martin_luther_king'] },
  { date: '2024-02-19', is: ['presidents'] },
  { date: '2024-02-29', is: [] },
  { date: '2024-03-29', is: ['good_friday'] },
  { date: '2024-03-31', is: ['easter'] },
  { date: '2023-05-29', is: ['memorial'] },
  { date: '2027-05-31', is: ['memorial'] },
  { date: '2020-06-19', is: [] },
  { date: '2023-06-19', is: ['juneteenth'] },
  { date: '2024-07-03', is: ['before_independence'] },
  { date: '2024-07-04', is: ['independence'] },
  { date: '2021-07-05', is: ['observed', 'after_independence'] },
  { date: '2020-07-03', is: ['observed', 'before_independence'] },
  { date: '2024-09-02', is: ['labor'] },
  { date: '2024-10-14', is: ['columbus'] },
  { date: '2024-11-11', is: ['veterans'] },
  { date: '2024-11-27', is: ['eve_of_thanksgiving'] },
  { date: '2024-11-28', is: ['thanksgiving'] },
  { date: '2024-11-29', is: ['day_after_thanksgiving'] },
  { date: '2024-12-24', is: ['christmas_eve'] },
  { date: '2024-12-25', is: ['christmas'] },
  { date: '2024-12-30', is: ['after_christmas'] },
  { date: '2022-12-26', is: ['observed', 'after_christmas'] },
  { date: '2021-12-31', is: ['new_years_eve', 'observed'] },
  { date: '2023-01-02', is: ['observed', 'after_new_year'] },
  { date: '2024-08-14', is: [] },
])('in the United States $date is $is', ({ date, is }) => expect(on(CALENDARS.us, date)).toEqual(is));

test.each([
  { date: '2024-01-01', is: ['new_year'] },
  { date: '2022-01-03', is: ['observed'] },
  { date: '2023-01-02', is: ['after_new_year', 'observed'] },
  { date: '2007-02-19', is: [] },
  { date: '2008-02-18', is: ['family'] },
  { date: '2024-02-19', is: ['family'] },
  { date: '2024-03-29', is: ['good_friday'] },
  { date: '2024-04-01', is: ['easter_monday'] },
  { date: '2020-05-18', is: ['victoria'] },
  { date: '2020-05-25', is: [] },
  { date: '2023-05-22', is: ['victoria'] },
  { date: '2024-05-20', is: ['victoria'] },
  { date: '2024-07-01', is: ['canada'] },
  { date: '2018-07-02', is: ['observed'] },
  { date: '2023-07-03', is: ['observed'] },
  { date: '2024-07-04', is: [] },
  { date: '2024-08-05', is: ['civic'] },
  { date: '2024-09-02', is: ['labour'] },
  { date: '2020-09-30', is: [] },
  { date: '2024-09-30', is: ['truth_and_reconciliation'] },
  { date: '2023-10-09', is: ['thanksgiving'] },
  { date: '2024-10-14', is: ['thanksgiving'] },
  { date: '2024-11-11', is: ['remembrance'] },
  { date: '2024-11-28', is: [] },
  { date: '2024-12-26', is: ['boxing'] },
  { date: '2020-12-28', is: ['after_boxing', 'observed'] },
  { date: '2021-12-27', is: ['after_boxing', 'observed'] },
  { date: '2021-12-28', is: ['after_boxing', 'observed'] },
  { date: '2022-12-26', is: ['boxing'] },
  { date: '2022-12-27', is: ['after_boxing', 'observed'] },
])('in Ontario $date is $is', ({ date, is }) => expect(on(CALENDARS.canada, date)).toEqual(is));

test.each([
  { year: 2016, date: '2016-03-27' },
  { year: 2019, date: '2019-04-21' },
  { year: 2023, date: '2023-04-09' },
  { year: 2028, date: '2028-04-16' },
  { year: 2038, date: '2038-04-25' },
])('Easter of $year is $date', ({ year, date }) => expect(easterSunday(year)).toBe(day(date)));

describe('weekdays', () => {
  test.each([
    { date: '1970-01-01', weekday: 4 },
    { date: '1969-12-31', weekday: 3 },
    { date: '2024-02-29', weekday: 4 },
    { date: '2026-11-01', weekday: 0 },
  ])('$date is weekday $weekday', ({ date, weekday }) => expect(weekdayOf(day(date))).toBe(weekday));
});

test.each([
  { date: '2023-12-25', major: true },
  { date: '2023-07-04', major: true },
  { date: '2023-10-09', major: false },
  { date: '2023-12-24', major: false },
])('most people are off on $date: $major', ({ date, major }) => expect(CALENDARS.us.isMajor(day(date))).toBe(major));

const rows = Object.entries(CALENDARS).flatMap(([name, calendar]) =>
  calendar.holidays.map((holiday) => ({ name, calendar, holiday, id: holiday.id })),
);
const days = Array.from({ length: 12 * 366 }, (_, i) => day('2024-01-01') + i);

test.each(rows)(
  '$name: $id falls on days of the next twelve years, on none before it was kept, and has one row',
  (row) => {
    const { calendar, holiday, id } = row;
    expect(calendar.holidays.filter((other) => other.id === id)).toHaveLength(1);
    const falls = (index: number) => calendar.on(index).some((at) => calendar.holidays[at] === holiday);
    expect(days.some(falls)).toBe(true);
    const before = Array.from({ length: 366 }, (_, i) => day(`${(holiday.since ?? 1900) - 1}-01-01`) + i);
    if (holiday.since !== undefined) expect(before.filter(falls)).toEqual([]);
  },
);

test.each(rows.filter(({ holiday }) => holiday.on !== undefined))('$name: $id fell on the date of its row', (row) => {
  expect(on(row.calendar, row.holiday.on!)).toContain(row.id);
});
