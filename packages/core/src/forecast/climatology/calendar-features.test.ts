import { describe, expect, test } from 'vitest';
import { CALENDARS } from '../../calendar/calendars.js';
import { dayNumber } from '../../calendar/holiday-calendar.js';
import { calendarDesign, dayOfYear, FIRST_HOLIDAY_COLUMN, seasonDistance } from './calendar-features.js';

const ZONE = 'America/New_York';
type Day = readonly [year: number, month: number, day: number];
const US = calendarDesign(CALENDARS.us);

/** A day's row as columns with their values. */
const rowOf = ([year, month, day]: Day, zone = ZONE, design = US) => {
  const rows = design.rowsIn(zone);
  const row = rows.reach(dayNumber(year, month, day));
  const [from, to] = [rows.starts[row]!, rows.starts[row + 1]!];
  return new Map(Array.from(rows.columns.subarray(from, to), (column, i) => [column, rows.values[from + i]!]));
};
const holidayColumns = (row: ReadonlyMap<number, number>) =>
  [...row.keys()].filter((column) => column > FIRST_HOLIDAY_COLUMN);
/** The columns of an ordinary working day in winter: level, trend, weekday, three annual waves. */
const ORDINARY = 3 + 6;

describe('the row of a day', () => {
  test.each([
    { name: 'a Tuesday in winter', day: [2024, 1, 9], columns: ORDINARY },
    { name: 'a Saturday in winter, with waves of its own', day: [2024, 1, 13], columns: ORDINARY + 4 },
    { name: 'a Tuesday in summer, with daylight time', day: [2024, 7, 9], columns: ORDINARY + 1 },
    { name: 'a Sunday in summer, with both', day: [2024, 7, 14], columns: ORDINARY + 4 + 1 },
    { name: 'the day of the spring change is on daylight time by noon', day: [2024, 3, 10], columns: ORDINARY + 4 + 1 },
    { name: 'the day of the autumn change is on standard time by noon', day: [2024, 11, 3], columns: ORDINARY + 4 },
    { name: 'a leap day', day: [2024, 2, 29], columns: ORDINARY },
  ] as const)('$name has $columns columns', ({ day, columns }) => expect(rowOf(day).size).toBe(columns));

  test.each([
    {
      name: 'Thanksgiving: its own column and that of major holidays on workdays',
      day: [2023, 11, 23],
      holidays: 1,
      major: true,
    },
    {
      name: 'the Fourth of July on a Saturday: its own column, not the workdays’',
      day: [2020, 7, 4],
      holidays: 1,
      major: false,
    },
    { name: 'an ordinary day: neither', day: [2023, 11, 14], holidays: 0, major: false },
  ] as const)('$name', ({ day, holidays, major }) => {
    const row = rowOf(day);
    expect(holidayColumns(row)).toHaveLength(holidays);
    expect(row.has(FIRST_HOLIDAY_COLUMN)).toBe(major);
  });

  test('one weekday column is set, another each day of the week', () => {
    const weekdays = Array.from({ length: 7 }, (_, i) => {
      const row = rowOf([2024, 1, 7 + i]);
      return [2, 3, 4, 5, 6, 7, 8].filter((column) => row.get(column) === 1);
    });
    expect(weekdays).toEqual([[2], [3], [4], [5], [6], [7], [8]]);
  });

  test('the trend grows by one a year from the start of 2020, and the annual waves repeat', () => {
    expect(rowOf([2020, 1, 1]).get(1)).toBe(0);
    expect(rowOf([2024, 1, 1]).get(1)).toBeCloseTo(4, 2);
    for (const column of [9, 10, 11, 12, 13, 14]) {
      expect(rowOf([2023, 5, 2]).get(column)).toBeCloseTo(rowOf([2022, 5, 2]).get(column)!, 12);
    }
  });

  test('a zone without daylight time has none in summer', () => {
    expect(rowOf([2024, 7, 9], 'America/Phoenix').size).toBe(ORDINARY);
  });
});

describe('the rows of a zone', () => {
  test('columns ascend in every row of ten years, as sums of a lower triangle need', () => {
    const rows = US.rowsIn(ZONE);
    const first = rows.reach(dayNumber(2016, 1, 1), dayNumber(2026, 1, 1));
    for (let row = first; row < first + 3653; row++) {
      const columns = [...rows.columns.subarray(rows.starts[row]!, rows.starts[row + 1]!)];
      expect(columns).toEqual([...new Set(columns)].sort((a, b) => a - b));
    }
  });

  test.each([
    { name: 'an earlier day', day: [1990, 3, 1] },
    { name: 'a later day', day: [2060, 12, 31] },
  ] as const)('the row of a day is the same after $name was asked for', ({ day }) => {
    const before = rowOf([2023, 11, 23], 'America/Chicago');
    rowOf(day, 'America/Chicago');
    expect(rowOf([2023, 11, 23], 'America/Chicago')).toEqual(before);
    expect(rowOf(day, 'America/Chicago')).toEqual(rowOf(day, 'America/Boise'));
  });
});

test.each([
  { name: 'the spring change', from: [2024, 3, 9] },
  { name: 'the autumn change', from: [2024, 11, 2] },
  { name: 'a leap day', from: [2024, 2, 28] },
  { name: 'a year’s end', from: [2023, 12, 30] },
] as const)('days across $name have the rows of each by itself, whichever was asked for first', ({ from }) => {
  const [year, month, day] = from;
  const first = dayNumber(year, month, day);
  const [together, apart] = [US.rowsIn('America/Denver'), US.rowsIn('America/Boise')];
  const row = together.reach(first, first + 4);
  for (const after of [3, 0, 2, 1]) {
    const own = apart.reach(first + after);
    const [start, end] = [apart.starts[own]!, apart.starts[own + 1]!];
    const [begin, stop] = [together.starts[row + after]!, together.starts[row + after + 1]!];
    expect([...together.columns.subarray(begin, stop)]).toEqual([...apart.columns.subarray(start, end)]);
    expect([...together.values.subarray(begin, stop)]).toEqual([...apart.values.subarray(start, end)]);
  }
});

describe('the design of a calendar', () => {
  test.each(Object.entries(CALENDARS))('%s: one column a holiday, none of them without a penalty', (_, calendar) => {
    const design = calendarDesign(calendar);
    expect(design.size).toBe(FIRST_HOLIDAY_COLUMN + 1 + calendar.holidays.length);
    expect(design.penalties).toHaveLength(design.size);
    expect(design.penalties.every((penalty) => penalty > 0)).toBe(true);
    expect(calendarDesign(calendar)).toBe(design);
  });

  test('faster waves are penalised more, and the level next to nothing', () => {
    const { penalties } = US;
    expect(penalties[0]).toBeLessThan(1e-3);
    expect([penalties[9], penalties[11], penalties[13]]).toEqual([0.3, 1.2, 2.6999999999999997]);
    expect(penalties[15]).toBeLessThan(penalties[17]!);
  });

  test('two calendars differ where their holidays do', () => {
    const canada = rowOf([2024, 7, 1], 'America/Toronto', calendarDesign(CALENDARS.canada));
    expect(canada.size).toBeGreaterThan(rowOf([2024, 7, 1]).size);
  });
});

test.each([
  { day: dayNumber(2023, 1, 1), of: 0 },
  { day: dayNumber(2024, 2, 29), of: 59 },
  { day: dayNumber(2023, 12, 31), of: 364 },
  { day: dayNumber(2024, 12, 31), of: 365 },
])('day $day is number $of of its year', ({ day, of }) => expect(dayOfYear(day)).toBe(of));

test.each([
  { a: 0, b: 10, distance: 10 },
  { a: 10, b: 0, distance: 10 },
  { a: 360, b: 5, distance: 10.25 },
  { a: 0, b: 182.625, distance: 182.625 },
  { a: 0, b: 200, distance: 165.25 },
])('days $a and $b of the year are $distance days apart', ({ a, b, distance }) => {
  expect(seasonDistance(a, b)).toBeCloseTo(distance, 10);
});
