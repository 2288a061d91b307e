import { expect, test } from 'vitest';
import { dayPlus, dayText, hoursOfDay } from './market-day.js';

const iso = (ms: number | undefined): string => new Date(ms ?? Number.NaN).toISOString().slice(0, 16);

test.each([
  { day: '2026-11-22', zone: 'America/New_York', hours: 24, from: '2026-11-22T05:00', last: '2026-11-23T04:00' },
  { day: '2026-03-08', zone: 'America/New_York', hours: 23, from: '2026-03-08T05:00', last: '2026-03-09T03:00' },
  { day: '2026-11-01', zone: 'America/New_York', hours: 25, from: '2026-11-01T04:00', last: '2026-11-02T04:00' },
  { day: '2026-11-01', zone: 'Etc/GMT+5', hours: 24, from: '2026-11-01T05:00', last: '2026-11-02T04:00' },
  { day: '2024-02-29', zone: 'America/Los_Angeles', hours: 24, from: '2024-02-29T08:00', last: '2024-03-01T07:00' },
  { day: '2025-12-31', zone: 'America/Chicago', hours: 24, from: '2025-12-31T06:00', last: '2026-01-01T05:00' },
  { day: '2026-06-01', zone: 'Pacific/Kiritimati', hours: 24, from: '2026-05-31T10:00', last: '2026-06-01T09:00' },
])('$day in $zone has $hours hours from $from', ({ day, zone, hours, from, last }) => {
  const found = hoursOfDay(day, zone);
  expect([found.length, iso(found[0]), iso(found.at(-1))]).toEqual([hours, from, last]);
});

test.each([
  { day: '2024-02-28', days: 1, is: '2024-02-29', text: 'Thu, Feb 29' },
  { day: '2026-01-01', days: -1, is: '2025-12-31', text: 'Wed, Dec 31' },
  { day: '2026-11-22', days: -28, is: '2026-10-25', text: 'Sun, Oct 25' },
])('$days days from $day is $text', ({ day, days, is, text }) => {
  expect([dayPlus(day, days), dayText(dayPlus(day, days))]).toEqual([is, text]);
});
