import { DAY_MS, MINUTE_MS } from './instant.js';

/** Days from 1899-12-30, the origin of a spreadsheet's day numbers, to 1970-01-01. */
const ORIGIN_DAYS = 25_569;
/** The years 2000 to 2059. */
const [FIRST, LAST] = [36_526, 58_440];
/** Four decimals of a day are exact to 4.3 seconds. */
const MOST_OFF_MS = 5_000;

/**
 * Reads the day number that a spreadsheet saves for a time whose column is not formatted as one.
 *
 * @returns the wall time as if it were UTC, a whole minute, epoch ms; NaN for other text, and where the decimals leave open which minute is meant
 * @example
 * readDayNumber('45231.0416666667') === Date.UTC(2023, 10, 1, 1) // => true
 * readDayNumber('45231.04') // => NaN
 */
export function readDayNumber(text: string): number {
  const days = isDayNumber(text) ? Number(text.replace(',', '.')) - ORIGIN_DAYS : Number.NaN;
  const minute = Math.round((days * DAY_MS) / MINUTE_MS) * MINUTE_MS;
  return Math.abs(minute - days * DAY_MS) <= MOST_OFF_MS ? minute : Number.NaN;
}

/**
 * Whether a text is written like the day number of a time from 2000 to 2059.
 *
 * @example
 * isDayNumber('45231,0416666667') // => true
 */
export function isDayNumber(text: string): boolean {
  return /^\d{5}(?:[.,]\d+)?$/.test(text) && Number(text.slice(0, 5)) >= FIRST && Number(text.slice(0, 5)) < LAST;
}
