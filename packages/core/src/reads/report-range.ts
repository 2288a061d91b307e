import { LIMITS } from '../budgets/limits.data.js';
import { DAY_MS } from '../time/instant.js';
import type { Window } from '../time/window.js';
import { offsetMs } from '../time/zone.js';

/** The longest range of a query for hourly values, days. */
export const LONGEST_RANGE_DAYS = LIMITS.range_days.bound;

/**
 * Whether a range is at most `longestDays` days, of 24 h of elapsed time, or exactly so many local days on one of the
 * clocks, which are an hour longer when they contain the autumn change.
 *
 * @param zones clocks of the requested areas
 * @param longestDays default 31
 * @example
 * isRangeAllowed({ start: 0, end: 31 * DAY_MS + 1000 }, []) // => false
 */
export function isRangeAllowed(
  window: Window,
  zones: readonly string[],
  longestDays: number = LONGEST_RANGE_DAYS,
): boolean {
  const longest = longestDays * DAY_MS;
  if (window.end - window.start <= longest) return true;
  return zones.some((zone) => {
    const [start, end] = [window.start + offsetMs(zone, window.start), window.end + offsetMs(zone, window.end)];
    return end - start === longest;
  });
}
