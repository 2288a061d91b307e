import type { BacktestPoints } from './points.js';

/** How often what was forecast to happen with some probability did happen. */
export interface Reliability {
  /** Hours with an actual, a value and both bounds. */
  readonly hours: number;
  /** Of p10, the value (a median) and p90: the share of hours, 0 to 1, whose actual was at or below it. */
  readonly levels: readonly { readonly nominal: number; readonly observed: number }[];
  /**
   * The probability integral transform in the four parts that three quantiles make: shares of hours below p10, from p10
   * to the value, from the value to p90, above p90. Calibrated is 0.1, 0.4, 0.4, 0.1.
   */
  readonly pit: readonly [number, number, number, number];
}

/** The shares of `Reliability.pit` when the forecast is calibrated. */
export const CALIBRATED_PIT = [0.1, 0.4, 0.4, 0.1] as const;

/**
 * Reliability of a backtest's intervals.
 *
 * @returns shares are NaN when no hour has all four values
 * @see Gneiting, Balabdaoui & Raftery 2007, doi:10.1111/j.1467-9868.2007.00587.x
 */
export function reliabilityOf(points: BacktestPoints): Reliability {
  const counts: [number, number, number, number] = [0, 0, 0, 0];
  let hours = 0;
  for (let row = 0; row < points.start.length; row++) {
    const actual = points.actualMw[row]!;
    const [p10, value, p90] = [points.p10Mw[row]!, points.valueMw[row]!, points.p90Mw[row]!];
    if (Number.isNaN(actual + p10 + value + p90)) continue;
    hours++;
    counts[actual <= p10 ? 0 : actual <= value ? 1 : actual <= p90 ? 2 : 3]++;
  }
  const [below, low, high, above] = counts;
  return {
    hours,
    levels: [
      { nominal: 0.1, observed: below / hours },
      { nominal: 0.5, observed: (below + low) / hours },
      { nominal: 0.9, observed: (below + low + high) / hours },
    ],
    pit: [below / hours, low / hours, high / hours, above / hours],
  };
}
