import { type ForecastLines, toHundredths } from './vintage.js';

const BOUND_LEVEL = 0.9;

/**
 * A quantile of a run that keeps three of them: p10, the value (its median) and p90, which are the engine's own.
 *
 * Between and beyond them the load is taken as log-logistic on either side of the value: the distance from it, in logs,
 * grows with the log-odds of the level. That is the spread that the engine assumes where it has seen no errors. The
 * quantiles of its error tables, which a run does not keep, lie on average three to six percent of the width from p10 to
 * p90 away (see docs/forecasting.md).
 *
 * @param lines MW, steps of any length; bounds NaN where there are none
 * @param level between 0 and 1
 * @returns MW, whole multiples of 0.01; NaN where there are no bounds. Ascending with the level at every step
 * @example
 * const lines = { valueMw: Float64Array.of(100), p10Mw: Float64Array.of(90), p90Mw: Float64Array.of(121) };
 * quantileLine(lines, 0.75)[0] // => 110
 */
export function quantileLine({ valueMw, p10Mw, p90Mw }: ForecastLines, level: number): Float64Array {
  const share = logOdds(level) / logOdds(BOUND_LEVEL);
  const boundMw = share < 0 ? p10Mw : p90Mw;
  return valueMw.map((value, i) => {
    const bound = boundMw[i]!;
    if (Number.isNaN(p10Mw[i]! + p90Mw[i]!)) return Number.NaN;
    const distance = Math.abs(share);
    return toHundredths(value > 0 ? value * (bound / value) ** distance : bound * distance);
  });
}

const logOdds = (level: number): number => Math.log(level / (1 - level));
