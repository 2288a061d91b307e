import { expect, test } from 'vitest';
import { dayNumber } from '../../calendar/holiday-calendar.js';
import { toHundredths } from '../../vintages/vintage.js';
import { localHoursOf } from './local-days.js';

const NEW_YORK = 'America/New_York';

test.each([
  {
    name: 'an ordinary day',
    at: Date.UTC(2024, 5, 3, 12, 20),
    day: dayNumber(2024, 6, 3),
    start: Date.UTC(2024, 5, 3, 13),
    first: { lead: 0, hour: 9 },
    hours: [9, 10, 11],
  },
  {
    name: 'on the hour the run begins at once',
    at: Date.UTC(2024, 5, 3, 13),
    day: dayNumber(2024, 6, 3),
    start: Date.UTC(2024, 5, 3, 13),
    first: { lead: 0, hour: 9 },
    hours: [9, 10, 11],
  },
  {
    name: 'an issue day of yesterday',
    at: Date.UTC(2024, 5, 4, 13),
    day: dayNumber(2024, 6, 3),
    start: Date.UTC(2024, 5, 4, 13),
    first: { lead: 1, hour: 9 },
    hours: [9, 10, 11],
  },
  {
    name: 'the spring change has no hour 2',
    at: Date.UTC(2024, 2, 10, 6),
    day: dayNumber(2024, 3, 10),
    start: Date.UTC(2024, 2, 10, 6),
    first: { lead: 0, hour: 1 },
    hours: [1, 3, 4],
  },
  {
    name: 'the autumn change has hour 1 twice',
    at: Date.UTC(2024, 10, 3, 4),
    day: dayNumber(2024, 11, 3),
    start: Date.UTC(2024, 10, 3, 4),
    first: { lead: 0, hour: 0 },
    hours: [0, 1, 1],
  },
  {
    name: 'over the year end',
    at: Date.UTC(2025, 0, 1, 3),
    day: dayNumber(2024, 12, 31),
    start: Date.UTC(2025, 0, 1, 3),
    first: { lead: 0, hour: 22 },
    hours: [22, 23, 0],
  },
])('lead days and local hours of a run: $name', ({ at, day, start, first, hours }) => {
  const run = localHoursOf(NEW_YORK, at, day);
  expect(run.start).toBe(start);
  expect(run.leadDays).toHaveLength(384);
  expect([run.leadDays[0], run.hours[0]]).toEqual([first.lead, first.hour]);
  expect(Array.from(run.hours.subarray(0, 3))).toEqual(hours);
});

test('a run of 384 hours reaches lead day 16, or 17 when its issue day is a day old', () => {
  const day = dayNumber(2024, 6, 3);
  expect(localHoursOf(NEW_YORK, Date.UTC(2024, 5, 3, 13), day).leadDays[383]).toBe(16);
  expect(localHoursOf(NEW_YORK, Date.UTC(2024, 5, 4, 13), day).leadDays[383]).toBe(17);
});

test.each([
  { given: 21_537.456, hundredths: 21_537.46 },
  { given: 0.004, hundredths: 0 },
  { given: 1.005, hundredths: 1 },
])('$given MW is $hundredths to the hundredth', ({ given, hundredths }) =>
  expect(toHundredths(given)).toBe(hundredths),
);
