import { DAY_MS, type EpochMs, HOUR_MS } from '../time/instant.js';
import { instantOfLocal, offsetMs } from '../time/zone.js';

/**
 * When the values of one block of observations became known.
 *
 * - `at`: all at one instant (a live poll, or a later restatement).
 * - `lag`: each a fixed time after its hour ended (history whose publication was not watched).
 * - `daily`: all values of a local day together, at a time of that day plus `dayOffset` days (a day-ahead forecast
 *   published at 07:00 for the same day has `dayOffset` 0, for tomorrow -1).
 */
export type KnownRule =
  | { readonly kind: 'at'; readonly at: EpochMs }
  | { readonly kind: 'lag'; readonly lagMs: number }
  | { readonly kind: 'daily'; readonly zone: string; readonly timeOfDayMs: number; readonly dayOffset: number };

/**
 * The instant at which the value of the hour starting at `start` became known.
 *
 * @returns epoch ms
 * @example
 * knownAt({ kind: 'lag', lagMs: 7_200_000 }, 0) / 3_600_000 // => 3
 */
export function knownAt(rule: KnownRule, start: EpochMs): EpochMs {
  switch (rule.kind) {
    case 'at':
      return rule.at;
    case 'lag':
      return start + HOUR_MS + rule.lagMs;
    case 'daily': {
      const wall = start + offsetMs(rule.zone, start);
      const midnight = Math.floor(wall / DAY_MS) * DAY_MS;
      return instantOfLocal(rule.zone, midnight + rule.dayOffset * DAY_MS + rule.timeOfDayMs);
    }
  }
}
