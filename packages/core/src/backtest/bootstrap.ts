import { localDay } from '../time/operating-day.js';
import { bootstrapRatio } from './bootstrap-ratio.js';
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

/**
 * How much better or worse than a baseline the model was, with a circular block bootstrap interval: blocks of seven days
 * are drawn with replacement, since errors of neighboring days go together. The same points give the same interval.
 *
 * @param zone the clock that delimits days
 * @returns NaN where no hour is shared; bounds are NaN with fewer than two blocks of days
 */
export function differenceInterval(points: BacktestPoints, column: ForecastColumn, zone: string): DifferenceInterval {
  const days = dailyDifferences(points, column, zone);
  const hours = sumOf(days, (day) => day.hours);
  const differencePct = (100 * sumOf(days, (day) => day.ratio)) / hours;
  const { low, high } = bootstrapRatio(days.map(({ ratio, hours: count }) => ({ over: ratio, under: count })));
  return { hours, differencePct, lowPct: 100 * low, highPct: 100 * high };
}

/** The model's minus the baseline's absolute error in parts of the load, summed over the shared hours of each day. */
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
