import type { Values } from '../values.js';

/**
 * p25 or p75 of each hour from the median and p10 or p90, as `quantiles=0.25,0.75` of `/v1/demand/forecast` reads them:
 * the load is log-logistic on either side of the median, and the log-odds of 0.75 are half the log-odds of 0.9.
 *
 * @param bound p10 for p25, p90 for p75; null where there is none
 */
export const quartiles = (median: Values, bound: Values): Values =>
  median.map((value, i) => {
    const end = bound[i] ?? null;
    return value === null || end === null || value <= 0 || end <= 0 ? null : Math.sqrt(value * end);
  });
