import type { LoadSeries } from '../series/series.js';
import { screenCausally, unscreened } from './causal-screen.js';
import { FLAG } from './flags.js';
import type { ScreenPolicy } from './policy.js';
import { findTrueHours, type Witnesses } from './second-look.js';

/**
 * Flags the hours of a series that cannot be load: one code per hour, `FLAG.good` for the rest. Nothing is removed.
 *
 * Missing, zero, negative; frozen (a run of equal values, except chance repeats shorter than the policy's run); spike
 * (too far from the 28-day median of its hour); unit slip (such a spike at a power of ten); jump (an unusual change
 * from the hour before, at most a few in a row, after which the new level is accepted). True extremes stay: bounds are
 * wide, a storm's load rises and falls by degrees, and a second look lifts the flags of steps that stay or that a witness
 * confirms (`findTrueHours`).
 *
 * Flags look backwards, except for that and for frozen runs, which are marked from their first hour.
 *
 * @param series hourly
 * @param policy bounds, see `Areas.screening`
 * @param witnesses other series over the same hours
 * @returns one code of `FLAG` per value
 * @throws {RangeError} the series is not hourly
 */
export function screen(series: LoadSeries, policy: ScreenPolicy, witnesses?: Witnesses): Uint8Array {
  if (series.stepMs !== 3_600_000) throw new RangeError('screening is for hourly series');
  const hours = unscreened(series.valuesMw.length);
  hours.valuesMw.set(series.valuesMw);
  screenCausally(hours, policy, 0, series.valuesMw.length);
  for (const hour of findTrueHours(hours, policy, series.valuesMw.length, witnesses)) hours.flags[hour] = FLAG.good;
  markWholeRuns(hours.flags, series.valuesMw);
  return hours.flags;
}

/** A frozen run is seen only at its third (or sixth) hour; its first hours are as doubtful. */
function markWholeRuns(flags: Uint8Array, valuesMw: Float64Array): void {
  for (let hour = flags.length - 1; hour > 0; hour--) {
    if (flags[hour] === FLAG.frozen && valuesMw[hour - 1] === valuesMw[hour]) flags[hour - 1] = FLAG.frozen;
  }
}
