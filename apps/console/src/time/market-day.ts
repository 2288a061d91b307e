import { epochMs } from './epoch-ms.js';
import { HOUR_MS, wallTime, weekdayText } from './wall-clock.js';

/** Zones are at most 14 hours ahead of UTC, and 12 behind. */
const MOST_AHEAD = 14;
const LONGEST = MOST_AHEAD + 12 + 25;

/**
 * Starts of the hours of a calendar day, in order: 24, or 23 and 25 where clocks change.
 *
 * @param day `2026-11-22`, on the clock of `zone`
 */
export function hoursOfDay(day: string, zone: string): readonly number[] {
  const first = epochMs(`${day}T00:00Z`) - MOST_AHEAD * HOUR_MS;
  return Array.from({ length: LONGEST }, (_, hour) => first + hour * HOUR_MS).filter(
    (at) => wallTime(at, zone).day === day,
  );
}

/** `Sun, Nov 22` of `2026-11-22` */
export const dayText = (day: string): string => weekdayText(wallTime(epochMs(`${day}T00:00Z`), 'UTC'));

/** `2026-11-22` some days later or earlier. */
export const dayPlus = (day: string, days: number): string =>
  new Date(epochMs(`${day}T00:00Z`) + days * 24 * HOUR_MS).toISOString().slice(0, 10);
