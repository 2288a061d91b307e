import type { ForecastLines } from '../vintages/vintage.js';
import { pinballLossMw } from './pinball-loss.js';

/** How good a forecast was over some paired hours. Every number is NaN when its count of hours is zero. */
export interface Scores {
  /** Paired hours: both the actual and the forecast are there. */
  readonly hours: number;
  readonly mapePct: number;
  readonly maeMw: number;
  readonly rmseMw: number;
  /** Forecast minus actual: positive is too high. */
  readonly biasMw: number;
  /** Paired hours that carry p10 and p90: what the numbers below are over. */
  readonly intervalHours: number;
  /** Mean of the pinball losses of p10 and p90. */
  readonly pinballMw: number;
  /**
   * Continuous ranked probability score, from p10, the value and p90: each stands for the levels that are nearest to
   * it. A forecast without bounds is scored by its mean absolute error.
   *
   * @see Gneiting & Raftery 2007, doi:10.1198/016214506000001437
   */
  readonly crpsMw: number;
  readonly coveragePct: number;
  readonly widthMw: number;
  /** Interval score of the 80 % interval: its width, and ten times what an hour misses it by. @see Winkler 1972 */
  readonly winklerMw: number;
}

export const noErrors = () => ({
  /** Paired hours: actual and value are both there. */
  hours: 0,
  absMw: 0,
  squaredMw2: 0,
  errorMw: 0,
  /** Sum of |error| / actual over the `pctHours` whose actual is not zero. */
  absRatio: 0,
  pctHours: 0,
  /** Paired hours that also carry bounds. */
  intervalHours: 0,
  /** Absolute errors of those. */
  intervalAbsMw: 0,
  pinball10Mw: 0,
  pinball90Mw: 0,
  insideHours: 0,
  widthMw: 0,
});

/**
 * Sums of errors over paired hours. Adding the sums of two sets of hours gives the sums of both sets together, so days
 * can be kept apart.
 */
export type ErrorSums = ReturnType<typeof noErrors>;

const SUM_NAMES = Object.keys(noErrors()) as (keyof ErrorSums)[];

/**
 * Adds one hour to sums, in place. An hour whose actual or value is missing (NaN) is skipped whole.
 *
 * @param p10 lower bound, MW; NaN when there is none
 * @param p90 upper bound, MW; NaN when there is none
 */
export function addHour(sums: ErrorSums, actual: number, value: number, p10: number, p90: number): void {
  const error = value - actual;
  if (Number.isNaN(error)) return;
  sums.hours++;
  sums.errorMw += error;
  sums.absMw += Math.abs(error);
  sums.squaredMw2 += error * error;
  if (actual !== 0) {
    sums.absRatio += Math.abs(error / actual);
    sums.pctHours++;
  }
  if (Number.isNaN(p10 + p90)) return;
  sums.intervalHours++;
  sums.intervalAbsMw += Math.abs(error);
  sums.pinball10Mw += pinballLossMw(0.1, actual, p10);
  sums.pinball90Mw += pinballLossMw(0.9, actual, p90);
  sums.widthMw += p90 - p10;
  if (p10 <= actual && actual <= p90) sums.insideHours++;
}

/**
 * Sums of a forecast's errors.
 *
 * @param actualMw observed load, MW; NaN where missing or not to be used
 * @param forecast same start, step and length
 * @throws {RangeError} the series differ in length
 */
export function sumErrors(actualMw: Float64Array, forecast: ForecastLines): ErrorSums {
  const { valueMw, p10Mw, p90Mw } = forecast;
  if (valueMw.length !== actualMw.length || p10Mw.length !== actualMw.length || p90Mw.length !== actualMw.length) {
    throw new RangeError(`series differ in length: ${actualMw.length} and ${valueMw.length} values`);
  }
  const sums = noErrors();
  for (let i = 0; i < actualMw.length; i++) addHour(sums, actualMw[i]!, valueMw[i]!, p10Mw[i]!, p90Mw[i]!);
  return sums;
}

/** Adds `more` to `sums`, in place. */
export function addSums(sums: ErrorSums, more: ErrorSums): void {
  for (const name of SUM_NAMES) sums[name] += more[name];
}

/**
 * The metrics of sums.
 *
 * @example
 * const sums = sumErrors(Float64Array.of(100, 200), {
 *   valueMw: Float64Array.of(110, 190),
 *   p10Mw: Float64Array.of(95, 195),
 *   p90Mw: Float64Array.of(120, 230),
 * });
 * scoresOf(sums).coveragePct // => 100
 */
export function scoresOf(sums: ErrorSums): Scores {
  const { hours, intervalHours } = sums;
  const bounds = sums.pinball10Mw + sums.pinball90Mw;
  return {
    hours,
    mapePct: (100 * sums.absRatio) / sums.pctHours,
    maeMw: sums.absMw / hours,
    rmseMw: Math.sqrt(sums.squaredMw2 / hours),
    biasMw: sums.errorMw / hours,
    intervalHours,
    pinballMw: bounds / 2 / intervalHours,
    coveragePct: (100 * sums.insideHours) / intervalHours,
    widthMw: sums.widthMw / intervalHours,
    crpsMw: intervalHours === 0 ? sums.absMw / hours : crpsOf(bounds, sums.intervalAbsMw) / intervalHours,
    winklerMw: (10 * bounds) / intervalHours,
  };
}

/** The levels from 0 to 0.3 go with p10, those to 0.7 with the value, whose pinball loss is half its absolute error. */
const CRPS_SHARES = { bound: 0.3, value: 0.4 } as const;

/** The score from the sum of the pinball losses of p10 and p90, and the absolute error. */
export function crpsOf(boundsPinballMw: number, absMw: number): number {
  return 2 * (CRPS_SHARES.bound * boundsPinballMw + (CRPS_SHARES.value * absMw) / 2);
}
