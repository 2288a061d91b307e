import { expect, test } from 'vitest';
import { CALENDARS } from '../../calendar/calendars.js';
import { dayNumber, type HolidayCalendar } from '../../calendar/holiday-calendar.js';
import type { Climatology } from './climatology.js';
import { SharedHolidays } from './shared-holidays.js';

const CUT = dayNumber(2023, 1, 1);

/** A climatology of log 9 whose holidays all lower the load by a share. */
const lowered = (by: number, holidays: HolidayCalendar = CALENDARS.us): Climatology => {
  const write = (value: (day: number) => number) => (day: number, _cut: number, out: Float64Array, at: number) =>
    out.fill(value(day), at, at + 24);
  const isHoliday = (day: number) => [dayNumber(2023, 7, 4), dayNumber(2023, 12, 25)].includes(day);
  return {
    holidays,
    writeLogs: write((day) => 9 - (isHoliday(day) ? by : 0)),
    writeHolidayPart: write((day) => (isHoliday(day) ? -by : 0)),
  } as unknown as Climatology;
};

const own = lowered(0.1);
const shared = new SharedHolidays(own, [own, lowered(0.2), lowered(0.3)]);

test.each([
  { name: 'an ordinary day has the own climatology', day: dayNumber(2023, 7, 6), log: 9, part: 0 },
  {
    name: 'Independence Day lies between the own and the mean of all',
    day: dayNumber(2023, 7, 4),
    log: 8.84,
    part: -0.16,
  },
  { name: 'Christmas too', day: dayNumber(2023, 12, 25), log: 8.84, part: -0.16 },
  { name: '29 February has the own climatology', day: dayNumber(2024, 2, 29), log: 9, part: 0 },
])('$name', ({ day, log, part }) => {
  const [logs, parts] = [new Float64Array(48), new Float64Array(24)];
  shared.writeLogs(day, CUT, logs, 24);
  shared.writeHolidayPart(day, CUT, parts, 0);
  expect([...new Set(logs.map((value) => Math.round(value * 1e9) / 1e9))]).toEqual([0, log]);
  expect([...new Set(parts.map((value) => Math.round(value * 1e9) / 1e9))]).toEqual([part]);
});

const INDEPENDENCE_DAY = dayNumber(2023, 7, 4);
const logOf = (calendar: SharedHolidays, day = INDEPENDENCE_DAY) => {
  const logs = new Float64Array(24);
  calendar.writeLogs(day, CUT, logs, 0);
  return logs[12]!;
};

test.each([
  { name: 'alone an area has its own effect', all: [own], log: 8.9 },
  { name: 'areas with the same effect do not change it', all: [own, lowered(0.1), lowered(0.1)], log: 8.9 },
  { name: 'an area without an effect makes it smaller', all: [own, lowered(0)], log: 8.93 },
  {
    name: 'an area with other holidays is left out',
    all: [own, lowered(0.9, CALENDARS.canada)],
    log: 8.9,
  },
])('$name', ({ all, log }) => {
  expect(logOf(new SharedHolidays(own, all))).toBeCloseTo(log, 12);
});

test('the order of the areas does not change a holiday’s log load', () => {
  const all = [own, lowered(0.25), lowered(0.5)];
  expect(logOf(new SharedHolidays(own, [...all].reverse()))).toBeCloseTo(logOf(new SharedHolidays(own, all)), 12);
});

test('a holiday after another has no part of it', () => {
  const again = new SharedHolidays(own, [own, lowered(0.2), lowered(0.3)]);
  const before = logOf(again);
  logOf(again, dayNumber(2023, 12, 25));
  logOf(again, dayNumber(2023, 7, 6));
  expect(logOf(again)).toBe(before);
});

test('many days at once are what each day is alone, holidays among them', () => {
  const [from, to] = [dayNumber(2023, 12, 20), dayNumber(2024, 1, 3)];
  const writeDays: Climatology['writeDays'] = (first, last, cutoff, out) => {
    for (let day = first; day < last; day++) own.writeLogs(day, cutoff, out, 24 * (day - first));
  };
  const withDays = new SharedHolidays(Object.assign({ ...own }, { writeDays }) as Climatology, [own, lowered(0.3)]);
  const [together, alone] = [new Float64Array(24 * (to - from)), new Float64Array(24 * (to - from))];
  withDays.writeDays(from, to, CUT, together);
  for (let day = from; day < to; day++) withDays.writeLogs(day, CUT, alone, 24 * (day - from));
  expect(together).toEqual(alone);
  expect(new Set(alone).size).toBe(2);
});
