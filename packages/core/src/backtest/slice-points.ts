import { addHour, type ErrorSums, noErrors, type Scores, scoresOf } from '../accuracy/error-sums.js';
import { HOUR_MS } from '../time/instant.js';
import { localDateTime } from '../time/zone.js';
import type { BacktestPoints } from './points.js';

/** Ways to cut a backtest's hours. */
export type SliceBy = 'hour' | 'month' | 'weekday' | 'weekHour' | 'lead';

/**
 * Scores of a backtest's hours, cut by hour of day (0 to 23), month (1 to 12), weekday (0 is Sunday), hour of the week (0 to
 * 167, from Sunday 00:00 on) or lead (whole hours from the issue to the start of the hour).
 *
 * @param zone the clock of hour, month and weekday
 * @returns scores by key, ascending; keys without a scored hour are left out
 */
export function slicePoints(points: BacktestPoints, zone: string, by: SliceBy): Map<number, Scores> {
  const scores = scoreGroups(points, (row) => keyOf(points, zone, by, row));
  return new Map([...scores].sort(([a], [b]) => a - b));
}

/** Scores of the hours that share a key, in the order in which the keys come. Keys without a scored hour are left out. */
export function scoreGroups<K>(points: BacktestPoints, keyAt: (row: number) => K): Map<K, Scores> {
  const sums = new Map<K, ErrorSums>();
  for (let row = 0; row < points.start.length; row++) {
    const [actual, value] = [points.actualMw[row]!, points.valueMw[row]!];
    if (Number.isNaN(actual + value)) continue;
    const key = keyAt(row);
    const ofKey = sums.get(key) ?? noErrors();
    sums.set(key, ofKey);
    addHour(ofKey, actual, value, points.p10Mw[row]!, points.p90Mw[row]!);
  }
  return new Map([...sums].map(([key, ofKey]) => [key, scoresOf(ofKey)]));
}

function keyOf(points: BacktestPoints, zone: string, by: SliceBy, row: number): number {
  const start = points.start[row]!;
  if (by === 'lead') return Math.floor((start - points.issuedAt[row]!) / HOUR_MS);
  const local = localDateTime(zone, start);
  return by === 'weekHour' ? 24 * local.weekday + local.hour : local[by];
}
