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
  return knownTimes(rule, start, 1)[0]!;
}

/**
 * `knownAt` of consecutive hours.
 *
 * @param start of the first hour
 * @returns a fresh array, epoch ms of each hour
 */
export function knownTimes(rule: KnownRule, start: EpochMs, hours: number): Float64Array {
  const times = new Float64Array(hours);
  switch (rule.kind) {
    case 'at':
      return times.fill(rule.at);
    case 'lag': {
      const first = start + HOUR_MS + rule.lagMs;
      for (let hour = 0; hour < hours; hour++) times[hour] = first + hour * HOUR_MS;
      return times;
    }
    case 'daily':
      return writeDailyTimes(times, rule, start);
  }
}

/** Hours of one local day come together: their instant is found once. */
function writeDailyTimes(
  times: Float64Array,
  { zone, timeOfDayMs, dayOffset }: KnownRule & { readonly kind: 'daily' },
  start: EpochMs,
): Float64Array {
  let [midnight, known] = [Number.NaN, Number.NaN];
  for (let hour = 0; hour < times.length; hour++) {
    const at = start + hour * HOUR_MS;
    const before = midnight;
    midnight = Math.floor((at + offsetMs(zone, at)) / DAY_MS) * DAY_MS;
    if (midnight !== before) known = instantOfLocal(zone, midnight + dayOffset * DAY_MS + timeOfDayMs);
    times[hour] = known;
  }
  return times;
}
