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
  return knownTimes(rule)(start);
}

/** `knownAt` of one rule, for many hours. */
export function knownTimes(rule: KnownRule): (start: EpochMs) => EpochMs {
  switch (rule.kind) {
    case 'at':
      return () => rule.at;
    case 'lag': {
      const afterStartMs = HOUR_MS + rule.lagMs;
      return (start) => start + afterStartMs;
    }
    case 'daily':
      return dailyTimes(rule);
  }
}

/** Hours of one day, which come together, have one instant: it is found once. */
function dailyTimes({ zone, timeOfDayMs, dayOffset }: KnownRule & { readonly kind: 'daily' }) {
  let [midnight, known] = [Number.NaN, Number.NaN];
  return (start: EpochMs): EpochMs => {
    const before = midnight;
    midnight = Math.floor((start + offsetMs(zone, start)) / DAY_MS) * DAY_MS;
    if (midnight !== before) known = instantOfLocal(zone, midnight + dayOffset * DAY_MS + timeOfDayMs);
    return known;
  };
}
