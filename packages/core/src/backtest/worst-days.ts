import { addHour, type ErrorSums, noErrors, type Scores, scoresOf } from '../accuracy/error-sums.js';
import { localDay } from '../time/operating-day.js';
import type { BacktestPoints } from './points.js';

export interface DayScores {
  readonly operatingDay: string;
  readonly scores: Scores;
}

/** Scores of each operating day that has a scored hour, in order. */
export function scoreDays(points: BacktestPoints, zone: string): DayScores[] {
  const sums = new Map<string, ErrorSums>();
  for (let row = 0; row < points.start.length; row++) {
    const [actual, value] = [points.actualMw[row]!, points.valueMw[row]!];
    if (Number.isNaN(actual + value)) continue;
    const day = localDay(zone, points.start[row]!);
    const ofDay = sums.get(day) ?? noErrors();
    sums.set(day, ofDay);
    addHour(ofDay, actual, value, points.p10Mw[row]!, points.p90Mw[row]!);
  }
  return [...sums].map(([operatingDay, ofDay]) => ({ operatingDay, scores: scoresOf(ofDay) }));
}

/**
 * The operating days with the highest MAPE, worst first.
 *
 * Days with fewer than half of their hours scored are left out: a few odd hours are not a bad day.
 *
 * @param count how many
 */
export function worstDays(points: BacktestPoints, zone: string, count: number): DayScores[] {
  return scoreDays(points, zone)
    .filter(({ scores }) => scores.hours >= 12)
    .sort((a, b) => b.scores.mapePct - a.scores.mapePct)
    .slice(0, count);
}
