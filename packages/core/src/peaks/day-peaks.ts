import { type LoadSeries, valueAt } from '../series/series.js';
import { type EpochMs, HOUR_MS } from '../time/instant.js';
import type { Window } from '../time/window.js';
import { calibratedHours } from './hour-odds.js';
import { tailedPeaks } from './tailed-peaks.js';

/** The measured hours of a span, and the paths of the remaining ones. Measured hours take precedence. */
export interface LoadPaths {
  /** MW; NaN where nothing is known. */
  readonly measured: LoadSeries;
  /** Start of the first hour of the paths. */
  readonly start: EpochMs;
  /** Equally likely paths, MW. */
  readonly pathsMw: readonly Float64Array[];
}

export interface DayPeak {
  /** Peak of each path, MW. All are the same for a measured day. */
  readonly peaksMw: Float64Array;
  /** The peaks that are compared with other days: with a longer upper tail. */
  readonly tailedMw: Float64Array;
  /** Mean of the peaks, within `p10Mw` and `p90Mw`. */
  readonly expectedMw: number;
  /** NaN, as `p90Mw` and `hourOdds`, of a run without bounds, whose only path is itself. */
  readonly p10Mw: number;
  readonly p90Mw: number;
  /** Probability of each hour of the day, from its first; they sum to 1. A measured hour that another exceeds has none. */
  readonly hourOdds: Float64Array;
  /** Index of the most likely hour, of equal ones the first. */
  readonly likeliestHour: number;
  /** No hour to come is without a value: between the newest measured hour and the first of a run an older run has to have it. */
  readonly isWhole: boolean;
}

/** Hours of a day that may be neither measured nor in the paths. */
export const MOST_MISSING_HOURS = 4;

/** The peak of a day. Undefined where too many hours of it are neither measured nor in the paths. */
export function dayPeak({ measured, start, pathsMw }: LoadPaths, day: Window): DayPeak | undefined {
  const first = Math.round((day.start - start) / HOUR_MS);
  const hours = Math.round((day.end - day.start) / HOUR_MS);
  const known = Float64Array.from({ length: hours }, (_, hour) => valueAt(measured, day.start + hour * HOUR_MS));
  const peaksMw = new Float64Array(pathsMw.length);
  const counts = new Float64Array(hours);
  const isUnknown = (hour: number) => Number.isNaN(known[hour]!) && Number.isNaN(pathsMw[0]?.[first + hour] ?? 0);
  for (const [path, load] of pathsMw.entries()) {
    let best = -1;
    let missing = 0;
    for (let hour = 0; hour < hours; hour++) {
      const mw = Number.isNaN(known[hour]!) ? (load[first + hour] ?? Number.NaN) : known[hour]!;
      if (Number.isNaN(mw)) missing++;
      else if (best < 0 || mw > peaksMw[path]!) {
        best = hour;
        peaksMw[path] = mw;
      }
    }
    if (missing > MOST_MISSING_HOURS) return undefined;
    counts[best]!++;
  }
  const sorted = peaksMw.toSorted();
  const at = (level: number): number => sorted[Math.round(level * (sorted.length - 1))]!;
  const [p10Mw, p90Mw] = [at(0.1), at(0.9)];
  const meanMw = peaksMw.reduce((sum, mw) => sum + mw, 0) / peaksMw.length;
  const highest = indexOfHighest(known);
  const mayBeHighest = Array.from(known, (mw, hour) => Number.isNaN(mw) || hour === highest);
  const isLine = pathsMw.length === 1;
  const hourOdds = isLine ? counts : calibratedHours(counts, mayBeHighest);
  return {
    peaksMw,
    tailedMw: tailedPeaks(peaksMw, medianOf(sorted), p90Mw),
    expectedMw: Math.min(Math.max(meanMw, p10Mw), p90Mw),
    p10Mw: isLine ? Number.NaN : p10Mw,
    p90Mw: isLine ? Number.NaN : p90Mw,
    hourOdds: isLine ? new Float64Array(hours).fill(Number.NaN) : hourOdds,
    likeliestHour: hourOdds.indexOf(Math.max(...hourOdds)),
    isWhole: !known.some((_, hour) => isUnknown(hour)),
  };
}

function medianOf(sorted: Float64Array): number {
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
}

/** Index of the highest value, of equal ones the first; -1 where all are NaN. */
function indexOfHighest(values: Float64Array): number {
  let highest = -1;
  for (const [index, value] of values.entries()) {
    if (value > (highest < 0 ? Number.NEGATIVE_INFINITY : values[highest]!)) highest = index;
  }
  return highest;
}

/**
 * The share of paths in which fewer than `count` of the other days have a higher peak than the day.
 *
 * @param peaksMw of the day, by path
 * @param others of the other days, by path; NaN never counts as higher
 */
export function oddsOfTop(peaksMw: Float64Array, others: readonly Float64Array[], count: number): number {
  let among = 0;
  for (let path = 0; path < peaksMw.length; path++) {
    let higher = 0;
    for (const other of others) if (other[path]! > peaksMw[path]!) higher++;
    if (higher < count) among++;
  }
  return among / peaksMw.length;
}
