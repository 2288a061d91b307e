import { expect, test } from 'vitest';
import { addDays, dayWindow, HOUR_MS, instantOf, operatingHour } from './market-time.js';

const PACIFIC = 'America/Los_Angeles';

test.each([
  { day: '2026-03-08', hours: 23, endings: [1, 2, 4, 5] },
  { day: '2026-11-01', hours: 25, endings: [1, 2, 25, 3] },
  { day: '2028-02-29', hours: 24, endings: [1, 2, 3, 4] },
  { day: '2026-12-31', hours: 24, endings: [1, 2, 3, 4] },
])('$day has $hours hours and begins with hours ending $endings', ({ day, hours, endings }) => {
  const { start, end } = dayWindow(PACIFIC, day);
  expect((end - start) / HOUR_MS).toBe(hours);
  expect(endings.map((_, i) => operatingHour(PACIFIC, start + i * HOUR_MS).hourEnding)).toEqual(endings);
});

test.each([
  { zone: 'Etc/GMT+5', day: '2026-07-01', hour: 9, utc: '2026-07-01T14:00Z' },
  { zone: 'America/New_York', day: '2026-07-01', hour: 9, utc: '2026-07-01T13:00Z' },
  { zone: PACIFIC, day: '2026-11-01', hour: 1, utc: '2026-11-01T08:00Z' },
])('$hour:00 on $day in $zone is $utc', ({ zone, day, hour, utc }) => {
  expect(instantOf(zone, day, hour)).toBe(Date.parse(utc));
});

test('days follow over the end of a year and a leap day', () => {
  expect([addDays('2026-12-31', 1), addDays('2028-03-01', -1)]).toEqual(['2027-01-01', '2028-02-29']);
});
