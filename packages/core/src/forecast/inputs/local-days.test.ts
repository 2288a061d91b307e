import { describe, expect, test } from 'vitest';
import { dayNumber } from '../../calendar/holiday-calendar.js';
import { HOUR_MS } from '../../time/instant.js';
import { copyLocalDay, localDayNumber, localHour, startOfDay } from './local-days.js';

const ZONE = 'America/New_York';
const START = Date.UTC(2023, 0, 1);
/** Each hour holds its own number since START. */
const hourly = Float64Array.from({ length: 24 * 400 }, (_, hour) => hour);
const day = (month: number, date: number): Float64Array => {
  const out = new Float64Array(24);
  copyLocalDay(hourly, START, ZONE, dayNumber(2023, month, date), out, 0);
  return out;
};

describe('24 wall-clock hours of a local day', () => {
  test('an ordinary day is 24 hours in a row', () => {
    const first = (Date.UTC(2023, 6, 4, 4) - START) / HOUR_MS;
    expect([...day(7, 4)]).toEqual(Array.from({ length: 24 }, (_, hour) => first + hour));
  });

  test('the hour that spring skips lies between its neighbours', () => {
    const hours = day(3, 12);
    expect(hours[2]).toBe((hours[1]! + hours[3]!) / 2);
    expect(hours[3]! - hours[1]!).toBe(1);
  });

  test('the hour that autumn repeats is the mean of the two', () => {
    const hours = day(11, 5);
    expect(hours[1]).toBe(hours[0]! + 1.5);
    expect(hours[2]! - hours[0]!).toBe(3);
  });

  test('hours outside the series are missing', () => {
    const out = new Float64Array(24);
    copyLocalDay(hourly, START, ZONE, dayNumber(2022, 12, 31), out, 0);
    expect([...out].filter(Number.isNaN)).toHaveLength(19);
  });
});

test.each([
  { at: Date.UTC(2024, 1, 29, 4, 59), date: dayNumber(2024, 2, 28), hour: 23 },
  { at: Date.UTC(2024, 1, 29, 5), date: dayNumber(2024, 2, 29), hour: 0 },
  { at: Date.UTC(2024, 0, 1, 4), date: dayNumber(2023, 12, 31), hour: 23 },
  { at: Date.UTC(2023, 2, 12, 7), date: dayNumber(2023, 3, 12), hour: 3 },
])('$at is hour $hour of its local day', ({ at, date, hour }) => {
  expect(localDayNumber(ZONE, at)).toBe(date);
  expect(localHour(ZONE, at)).toBe(hour);
});

test.each([
  { date: dayNumber(2023, 3, 12), hours: 23 },
  { date: dayNumber(2023, 11, 5), hours: 25 },
  { date: dayNumber(2024, 2, 29), hours: 24 },
])('day $date has $hours hours', ({ date, hours }) => {
  expect((startOfDay(ZONE, date + 1) - startOfDay(ZONE, date)) / HOUR_MS).toBe(hours);
});
