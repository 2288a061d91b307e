import { QUANTILE_LEVELS } from '../forecast/forecaster.js';
import type { BacktestPoints } from './points.js';

/** How often events forecast with a given probability occurred. */
export interface Reliability {
  /** Scored hours: they have an actual and the quantiles. */
  readonly hours: number;
  /** The share of hours, 0 to 1, whose actual was at or below each quantile. */
  readonly levels: readonly { readonly nominal: number; readonly observed: number }[];
  /**
   * The probability integral transform: `density` is the share of the hours between neighboring quantiles over the share
   * that should lie there, `to - from`: 1 is calibrated, high ends are too narrow a forecast.
   */
  readonly pit: readonly PitBin[];
}

export interface PitBin {
  readonly from: number;
  readonly to: number;
  readonly density: number;
}

/** The levels of p10, the value and p90. */
const INTERVAL_LEVELS = [0.1, 0.5, 0.9] as const;

/**
 * Reliability of a backtest's forecasts: of all quantiles if the backtest has them, else of p10, the value (a median)
 * and p90.
 *
 * @returns shares are NaN when no hour counts
 * @see Gneiting, Balabdaoui & Raftery 2007, doi:10.1111/j.1467-9868.2007.00587.x
 */
export function reliabilityOf(points: BacktestPoints): Reliability {
  const isWhole = points.pitBin.some((bin) => !Number.isNaN(bin));
  const levels: readonly number[] = isWhole ? QUANTILE_LEVELS : INTERVAL_LEVELS;
  const counts = new Float64Array(levels.length + 1);
  for (let row = 0; row < points.start.length; row++) {
    const bin = isWhole ? points.pitBin[row]! : intervalBin(points, row);
    if (!Number.isNaN(bin)) counts[bin]!++;
  }
  const hours = counts.reduce((sum, count) => sum + count, 0);
  const bounds = [0, ...levels, 1];
  let below = 0;
  return {
    hours,
    pit: [...counts].map((count, bin) => {
      const [from, to] = [bounds[bin]!, bounds[bin + 1]!];
      return { from, to, density: count / hours / (to - from) };
    }),
    levels: levels.map((nominal, level) => {
      below += counts[level]!;
      return { nominal, observed: below / hours };
    }),
  };
}

/** How many of p10, the value and p90 lie below the actual; NaN when one of the four is missing. */
function intervalBin(points: BacktestPoints, row: number): number {
  const actual = points.actualMw[row]!;
  const quantiles = [points.p10Mw[row]!, points.valueMw[row]!, points.p90Mw[row]!];
  if (Number.isNaN(actual) || quantiles.some(Number.isNaN)) return Number.NaN;
  return quantiles.filter((quantile) => quantile < actual).length;
}
