import { expect, test } from 'vitest';
import { HOUR_MS } from './instant.js';
import { addDays, instantOnDay, localDay, operatingDayWindow, operatingHour } from './operating-day.js';

const PACIFIC = 'America/Los_Angeles';
const utc = Date.UTC;

test.each([
  { name: 'Pacific summer 07:00Z is HE1', zone: PACIFIC, start: utc(2023, 7, 13, 7), day: '2023-08-13', hour: 1 },
  {
    name: 'Pacific summer 06:00Z is HE24 of the day before',
    zone: PACIFIC,
    start: utc(2023, 7, 13, 6),
    day: '2023-08-12',
    hour: 24,
  },
  { name: 'spring: 09:00Z is HE2', zone: PACIFIC, start: utc(2026, 2, 8, 9), day: '2026-03-08', hour: 2 },
  {
    name: 'spring: 10:00Z is HE4, there is no HE3',
    zone: PACIFIC,
    start: utc(2026, 2, 8, 10),
    day: '2026-03-08',
    hour: 4,
  },
  { name: 'autumn: 08:00Z is HE2', zone: PACIFIC, start: utc(2025, 10, 2, 8), day: '2025-11-02', hour: 2 },
  {
    name: 'autumn: 09:00Z is HE25, the repeated hour',
    zone: PACIFIC,
    start: utc(2025, 10, 2, 9),
    day: '2025-11-02',
    hour: 25,
  },
  { name: 'autumn: 10:00Z is HE3', zone: PACIFIC, start: utc(2025, 10, 2, 10), day: '2025-11-02', hour: 3 },
  {
    name: 'autumn in New York: 06:00Z is HE25',
    zone: 'America/New_York',
    start: utc(2025, 10, 2, 6),
    day: '2025-11-02',
    hour: 25,
  },
  { name: 'fixed EST has HE3 on the spring day', zone: 'EST', start: utc(2026, 2, 8, 7), day: '2026-03-08', hour: 3 },
  { name: 'fixed EST has no HE25', zone: 'EST', start: utc(2025, 10, 2, 6), day: '2025-11-02', hour: 2 },
  { name: 'leap day', zone: 'America/Chicago', start: utc(2028, 1, 29, 18), day: '2028-02-29', hour: 13 },
  { name: 'the last hour of a year', zone: 'America/Chicago', start: utc(2027, 0, 1, 5), day: '2026-12-31', hour: 24 },
])('operatingHour: $name', ({ zone, start, day, hour }) => {
  expect(operatingHour(zone, start)).toEqual({ operatingDay: day, hourEnding: hour });
});

test.each([
  { name: 'an ordinary day', zone: PACIFIC, day: '2026-07-01', hours: 24 },
  { name: 'the spring change', zone: PACIFIC, day: '2026-03-08', hours: 23 },
  { name: 'the autumn change', zone: PACIFIC, day: '2026-11-01', hours: 25 },
  { name: 'the spring change in fixed EST', zone: 'EST', day: '2026-03-08', hours: 24 },
  { name: 'the leap day', zone: 'America/New_York', day: '2028-02-29', hours: 24 },
  { name: 'new year eve', zone: 'America/New_York', day: '2026-12-31', hours: 24 },
])('operatingDayWindow: $name has $hours hours', ({ zone, day, hours }) => {
  const { start, end } = operatingDayWindow(zone, day);
  expect((end - start) / HOUR_MS).toBe(hours);
  expect(localDay(zone, start)).toBe(day);
  expect(localDay(zone, end - 1)).toBe(day);
  expect(localDay(zone, start - 1)).toBe(addDays(day, -1));
});

test.each(['2026-02-30', '2026-2-3', '2027-02-29', 'today', ''])('operatingDayWindow refuses %j', (day) => {
  expect(() => operatingDayWindow(PACIFIC, day)).toThrow(RangeError);
});

test.each([
  { from: '2028-02-28', days: 1, to: '2028-02-29' },
  { from: '2027-02-28', days: 1, to: '2027-03-01' },
  { from: '2026-12-31', days: 1, to: '2027-01-01' },
  { from: '2026-03-10', days: -15, to: '2026-02-23' },
])('addDays: $from moved by $days is $to', ({ from, days, to }) => expect(addDays(from, days)).toBe(to));

test('a gate at 09:00 is 09:00 on the wall on both sides of the change', () => {
  expect(instantOnDay('America/New_York', '2026-03-07', 9 * HOUR_MS)).toBe(utc(2026, 2, 7, 14));
  expect(instantOnDay('America/New_York', '2026-03-08', 9 * HOUR_MS)).toBe(utc(2026, 2, 8, 13));
});
