import type { DayRatio } from './bootstrap-ratio.js';

/** Whether two forecasts are equally accurate. */
export interface DieboldMariano {
  /** Standard normal if they are; positive where the second is more accurate. */
  readonly statistic: number;
  /** Two-sided. */
  readonly pValue: number;
}

/** Errors of neighboring days are correlated: a week of lags counts. */
const LAGS = 6;
const LEAST_DAYS = 14;

/**
 * The Diebold-Mariano test of the absolute errors of two forecasts over days, with the variance of Newey and West.
 *
 * @param days absolute errors of each scored day, in order: `over` of the first forecast, `under` of the second
 * @returns NaN below 14 days, and where the two differ by the same on every day
 * @see Diebold and Mariano 1995, "Comparing predictive accuracy"; Newey and West 1987, doi:10.2307/1913610
 */
export function dieboldMariano(days: readonly DayRatio[]): DieboldMariano {
  const mean = days.reduce((sum, { over, under }) => sum + over - under, 0) / days.length;
  const off = days.map(({ over, under }) => over - under - mean);
  let variance = 0;
  for (let lag = 0; lag <= LAGS; lag++) {
    const weight = lag === 0 ? 1 : 2 * (1 - lag / (LAGS + 1));
    for (let day = lag; day < off.length; day++) variance += (weight * off[day]! * off[day - lag]!) / off.length;
  }
  if (days.length < LEAST_DAYS || !(variance > 0)) return { statistic: Number.NaN, pValue: Number.NaN };
  const statistic = mean / Math.sqrt(variance / days.length);
  return { statistic, pValue: twoSided(statistic) };
}

/** The share of a standard normal at least so far from zero, to 2e-7. @see Abramowitz and Stegun 1964, 7.1.26 */
function twoSided(statistic: number): number {
  const x = Math.abs(statistic) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const terms = [0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429];
  return terms.reduceRight((sum, term) => t * (sum + term), 0) * Math.exp(-x * x);
}
