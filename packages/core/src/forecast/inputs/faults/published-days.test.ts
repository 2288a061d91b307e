import { expect, test } from 'vitest';
import { dayNumber } from '../../../calendar/holiday-calendar.js';
import { foldBlocks } from '../../../series/known-series.js';
import { HOUR_MS } from '../../../time/instant.js';
import { publishedDays } from './compared-days.js';

const ZONE = 'America/New_York';
const START = Date.UTC(2024, 1, 1);
const KNOWN = Date.UTC(2024, 1, 1);
const LATER = Date.UTC(2024, 5, 1);

/** A value an hour, the hour's number from the start and 1,000; some hours have others. */
function published(changes: Readonly<Record<number, number>> = {}) {
  const values = Float64Array.from({ length: 24 * 366 }, (_, hour) => changes[hour] ?? 1000 + hour);
  return foldBlocks([{ start: START, values, known: { kind: 'at', at: KNOWN } }]);
}
const hourOf = (utc: number) => (utc - START) / HOUR_MS;

test.each([
  { name: 'a day of standard time', day: dayNumber(2024, 2, 29), hour: 7, utc: Date.UTC(2024, 1, 29, 12) },
  { name: 'a day of daylight time', day: dayNumber(2024, 7, 4), hour: 0, utc: Date.UTC(2024, 6, 4, 4) },
  { name: 'the last hour of a year', day: dayNumber(2024, 12, 31), hour: 23, utc: Date.UTC(2025, 0, 1, 4) },
  { name: 'after the skipped hour', day: dayNumber(2024, 3, 10), hour: 3, utc: Date.UTC(2024, 2, 10, 7) },
  { name: 'after the repeated hour', day: dayNumber(2024, 11, 3), hour: 2, utc: Date.UTC(2024, 10, 3, 7) },
])('hours are those of the wall clock: $name', ({ day, hour, utc }) => {
  expect(publishedDays(published(), ZONE, LATER)(day)[hour]).toBeCloseTo(Math.log(1000 + hourOf(utc)), 12);
});

test.each([
  { name: 'the spring change', day: dayNumber(2024, 3, 10) },
  { name: 'the autumn change', day: dayNumber(2024, 11, 3) },
  { name: 'a leap day', day: dayNumber(2024, 2, 29) },
])('a day has twenty-four values: $name', ({ day }) => {
  const logs = publishedDays(published(), ZONE, LATER)(day);
  expect(logs).toHaveLength(24);
  expect(logs.some(Number.isNaN)).toBe(false);
});

test.each([
  { name: 'zero', mw: 0 },
  { name: 'below zero', mw: -5 },
])('an hour of $name has no value', ({ mw }) => {
  const hour = hourOf(Date.UTC(2024, 6, 4, 12));
  expect(publishedDays(published({ [hour]: mw }), ZONE, LATER)(dayNumber(2024, 7, 4))[8]).toBeNaN();
});

test('an hour a thousand times too large is there: nothing is screened', () => {
  const hour = hourOf(Date.UTC(2024, 6, 4, 12));
  expect(publishedDays(published({ [hour]: 5e6 }), ZONE, LATER)(dayNumber(2024, 7, 4))[8]).toBe(Math.log(5e6));
});

test('what was not published at the instant has no value', () => {
  expect(publishedDays(published(), ZONE, KNOWN - 1)(dayNumber(2024, 7, 4)).every(Number.isNaN)).toBe(true);
});

test('a day before and one after the series has no value', () => {
  const days = publishedDays(published(), ZONE, LATER);
  for (const day of [dayNumber(2023, 7, 4), dayNumber(2026, 7, 4)]) expect(days(day).every(Number.isNaN)).toBe(true);
});
