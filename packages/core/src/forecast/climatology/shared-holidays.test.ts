import { expect, test } from 'vitest';
import { CALENDARS } from '../../calendar/calendars.js';
import { dayNumber } from '../../calendar/holiday-calendar.js';
import type { Climatology } from './climatology.js';
import { SharedHolidays } from './shared-holidays.js';

const CUT = dayNumber(2023, 1, 1);

/** A climatology of log 9 whose holidays all lower the load by a share. */
const lowered = (by: number): Climatology => {
  const write = (value: (day: number) => number) => (day: number, _cut: number, out: Float64Array, at: number) =>
    out.fill(value(day), at, at + 24);
  const isHoliday = (day: number) => [dayNumber(2023, 7, 4), dayNumber(2023, 12, 25)].includes(day);
  return {
    holidays: CALENDARS.us,
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
