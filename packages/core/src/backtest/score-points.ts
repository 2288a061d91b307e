import { addHour, noErrors, type Scores, scoresOf, sumErrors } from '../accuracy/error-sums.js';
import type { BacktestPoints, PointColumn } from './points.js';

export type ForecastColumn = Extract<
  PointColumn,
  'valueMw' | 'naive24Mw' | 'naive168Mw' | 'operatorMw' | 'operatorDebiasedMw'
>;

/** Scores of a backtest's hours. */
export function scorePoints(points: BacktestPoints): Scores {
  return scoresOf(sumErrors(points.actualMw, points));
}

/**
 * Scores of the model and of a baseline on the same hours.
 *
 * @param column the baseline
 */
export function scorePaired(points: BacktestPoints, column: ForecastColumn) {
  const [model, baseline] = [noErrors(), noErrors()];
  for (let row = 0; row < points.start.length; row++) {
    const [actual, value, other] = [points.actualMw[row]!, points.valueMw[row]!, points[column][row]!];
    if (Number.isNaN(value + other)) continue;
    addHour(model, actual, value, points.p10Mw[row]!, points.p90Mw[row]!);
    addHour(baseline, actual, other, Number.NaN, Number.NaN);
  }
  return { model: scoresOf(model), baseline: scoresOf(baseline) };
}
