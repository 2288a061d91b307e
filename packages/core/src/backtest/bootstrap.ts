import { localDay } from '../time/operating-day.js';
import type { BacktestPoints } from './points.js';
import type { ForecastColumn } from './score-points.js';

/** A difference and how sure it is. */
export interface DifferenceInterval {
  /** Hours for which model, baseline and actual are there. */
  readonly hours: number;
  /** MAPE of the model minus MAPE of the baseline on those hours, percentage points: negative is better. */
  readonly differencePct: number;
  /** Bounds of the 95 % interval. */
  readonly lowPct: number;
  readonly highPct: number;
}

const BLOCK_DAYS = 7;
const RESAMPLES = 1000;

/**
 * How much better or worse than a baseline the model was, with a moving-block bootstrap interval: blocks of seven days
 * are drawn with replacement, since errors of neighbouring days go together. The same points give the same interval.
 *
 * @param zone the clock that delimits days
 * @returns NaN where no hour is shared; bounds are NaN with fewer than two blocks of days
 * @see Kuensch 1989, doi:10.1214/aos/1176347265
 */
export function differenceInterval(points: BacktestPoints, column: ForecastColumn, zone: string): DifferenceInterval {
  const days = dailyDifferences(points, column, zone);
  const hours = sumOf(days, (day) => day.hours);
  const differencePct = (100 * sumOf(days, (day) => day.ratio)) / hours;
  if (days.length < 2 * BLOCK_DAYS) return { hours, differencePct, lowPct: Number.NaN, highPct: Number.NaN };

  const random = mulberry32(days.length);
  const starts = days.length - BLOCK_DAYS + 1;
  const blocks = Math.ceil(days.length / BLOCK_DAYS);
  const means = new Float64Array(RESAMPLES);
  for (let sample = 0; sample < RESAMPLES; sample++) {
    let [ratio, count] = [0, 0];
    for (let block = 0; block < blocks; block++) {
      const first = Math.floor(random() * starts);
      for (let day = first; day < first + BLOCK_DAYS; day++) {
        ratio += days[day]!.ratio;
        count += days[day]!.hours;
      }
    }
    means[sample] = (100 * ratio) / count;
  }
  means.sort();
  const at = (level: number): number => means[Math.round(level * (RESAMPLES - 1))]!;
  return { hours, differencePct, lowPct: at(0.025), highPct: at(0.975) };
}

/** Per day, the sum over its shared hours of the model's less the baseline's absolute error in parts of the load. */
function dailyDifferences(points: BacktestPoints, column: ForecastColumn, zone: string) {
  const days = new Map<string, { ratio: number; hours: number }>();
  for (let row = 0; row < points.start.length; row++) {
    const [actual, value, other] = [points.actualMw[row]!, points.valueMw[row]!, points[column][row]!];
    const difference = (Math.abs(value - actual) - Math.abs(other - actual)) / actual;
    if (!Number.isFinite(difference)) continue;
    const day = localDay(zone, points.start[row]!);
    const ofDay = days.get(day) ?? { ratio: 0, hours: 0 };
    ofDay.ratio += difference;
    ofDay.hours++;
    days.set(day, ofDay);
  }
  return [...days.values()];
}

function sumOf<T>(rows: readonly T[], value: (row: T) => number): number {
  return rows.reduce((sum, row) => sum + value(row), 0);
}

/** A small deterministic generator of numbers in [0, 1). @see Tommy Ettinger's mulberry32, public domain */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
