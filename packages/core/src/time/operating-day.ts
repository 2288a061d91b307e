import { BudgetMap } from '../budgets/budget-map.js';
import { DAY_MS, type EpochMs, HOUR_MS } from './instant.js';
import { parseEpochMs } from './read-instant.js';
import type { Window } from './window.js';
import { instantOfLocal, localDateTime, offsetMs } from './zone.js';

/** The operating day and hour of an interval, on a market's clock. */
export interface OperatingHour {
  /** The local date on which the interval starts, `YYYY-MM-DD` (OPR_DT). */
  readonly operatingDay: string;
  /** Hour ending (OPR_HR): 1 to 24; 25 is the repeated hour of the autumn change, and the spring day has no 3. */
  readonly hourEnding: number;
}

/** The number of the repeated autumn hour in OASIS reports. */
export const REPEATED_HOUR_ENDING = 25;

/**
 * The operating day and hour ending of the hour that starts at `start`.
 *
 * @param zone the market's clock
 * @param start epoch ms; any instant inside the hour gives the same answer
 * @see OASIS interface specification, section 11 ("HE03 is skipped", "HE 25 is the repeating hour")
 * @example
 * operatingHour('America/Los_Angeles', Date.UTC(2025, 10, 2, 9)).hourEnding // => 25
 */
export function operatingHour(zone: string, start: EpochMs): OperatingHour {
  const offset = offsetMs(zone, start);
  const { hour } = localDateTime(zone, start);
  const repeated = offsetMs(zone, start - HOUR_MS) > offset && offsetMs(zone, start - HOUR_MS) - offset === HOUR_MS;
  return { operatingDay: localDay(zone, start), hourEnding: repeated ? REPEATED_HOUR_ENDING : hour + 1 };
}

/**
 * The local date of an instant, `YYYY-MM-DD`.
 *
 * @example
 * localDay('America/New_York', Date.UTC(2026, 0, 1)) // => '2025-12-31'
 */
export function localDay(zone: string, instant: EpochMs): string {
  return new Date(instant + offsetMs(zone, instant)).toISOString().slice(0, 10);
}

/** Dates that were read before: reports and scores ask for the same days again and again. */
const midnights = new BudgetMap<string, number>('dates');

/** A date as a wall time at midnight, written as if it were UTC. @throws {RangeError} not a real `YYYY-MM-DD` date */
function wallMidnight(day: string): number {
  const known = midnights.get(day);
  if (known !== undefined) return known;
  const wall = /^\d{4}-\d\d-\d\d$/.test(day) ? parseEpochMs(`${day}T00:00Z`) : Number.NaN;
  if (Number.isNaN(wall)) throw new RangeError(`not a date (YYYY-MM-DD): ${day}`);
  midnights.set(day, wall);
  return wall;
}

/**
 * The window of one operating day: 24 hours, 23 on the spring change, 25 on the autumn change.
 *
 * @param zone the market's clock
 * @param day `YYYY-MM-DD`
 * @throws {RangeError} `day` is no real date
 * @example
 * const { start, end } = operatingDayWindow('America/New_York', '2026-03-08');
 * (end - start) / HOUR_MS // => 23
 */
export function operatingDayWindow(zone: string, day: string): Window {
  const wall = wallMidnight(day);
  return { start: instantOfLocal(zone, wall), end: instantOfLocal(zone, wall + DAY_MS) };
}

/**
 * A date moved by whole days.
 *
 * @example
 * addDays('2028-02-28', 1) // => '2028-02-29'
 */
export function addDays(day: string, days: number): string {
  return new Date(wallMidnight(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/**
 * The instant at which a wall-clock time of day comes on an operating day.
 *
 * @param zone the market's clock
 * @param day `YYYY-MM-DD`
 * @param timeOfDayMs ms after midnight on the wall clock (9 h is `9 * HOUR_MS`)
 */
export function instantOnDay(zone: string, day: string, timeOfDayMs: number): EpochMs {
  return instantOfLocal(zone, wallMidnight(day) + timeOfDayMs);
}
