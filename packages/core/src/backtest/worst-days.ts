import { localDay } from '../time/operating-day.js';
import type { BacktestPoints } from './points.js';
import { scoreGroups } from './slice-points.js';

/** Scores of each operating day that has a scored hour, in order. */
export function scoreDays(points: BacktestPoints, zone: string) {
  const days = scoreGroups(points, (row) => localDay(zone, points.start[row]!));
  return [...days].map(([operatingDay, scores]) => ({ operatingDay, scores }));
}

/**
 * The operating days with the highest MAPE, worst first.
 *
 * Days with fewer than half of their hours scored are left out: a few odd hours are not a bad day.
 *
 * @param count how many
 */
export function worstDays(points: BacktestPoints, zone: string, count: number) {
  return scoreDays(points, zone)
    .filter(({ scores }) => scores.hours >= 12)
    .sort((a, b) => b.scores.mapePct - a.scores.mapePct)
    .slice(0, count);
}
