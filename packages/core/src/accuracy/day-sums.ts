import type { ForecastLines } from '../vintages/vintage.js';
import { type ErrorSums, sumErrors } from './error-sums.js';

interface DaySumsCacheEntry {
  readonly actualMw: Float64Array;
  readonly sums: ErrorSums;
}

const cache = new WeakMap<ForecastLines, DaySumsCacheEntry>();

/**
 * `sumErrors` of one day, cached for as long as the forecast object lives and its actuals do not change: a restatement,
 * or an hour that arrives late, is scored again.
 *
 * @param actualMw load of the forecast's hours, MW; NaN where missing or not to be used
 * @returns shared, so not to be changed
 */
export function sumsOfDay(actualMw: Float64Array, forecast: ForecastLines): ErrorSums {
  const known = cache.get(forecast);
  if (known && sameValues(known.actualMw, actualMw)) return known.sums;
  const sums = sumErrors(actualMw, forecast);
  cache.set(forecast, { actualMw: actualMw.slice(), sums });
  return sums;
}

/** Whether two series hold the same numbers; NaN is NaN. */
export function sameValues(a: Float64Array, b: Float64Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i] && !(Number.isNaN(a[i]!) && Number.isNaN(b[i]!))) return false;
  return true;
}
