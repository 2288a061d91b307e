import { HOUR_MS } from '../time/instant.js';
import { operatingDayWindow } from '../time/operating-day.js';

/** Columns of a backtest's hours, each as long as the others. */
export const POINT_COLUMNS = [
  'issuedAt',
  'start',
  'valueMw',
  'p10Mw',
  'p90Mw',
  'actualMw',
  'naive24Mw',
  'naive168Mw',
  'operatorMw',
  'operatorDebiasedMw',
  'pitBin',
] as const;

export type PointColumn = (typeof POINT_COLUMNS)[number];

/**
 * The hours of one market run, ascending by `start`.
 *
 * `issuedAt` and `start` are epoch ms, `pitBin` is how many of the forecast's quantiles (`QUANTILE_LEVELS`) lie below the
 * actual, NaN when it gave none; the rest are MW. `actualMw` is NaN where nothing was reported or screening flags the
 * value, forecasts are NaN where none could be made, baselines where they have no value.
 */
export type BacktestPoints = Readonly<Record<PointColumn, Float64Array>>;

/** Points for the hours of some operating days: `start` filled in, the rest NaN. */
export function emptyPoints(zone: string, days: readonly string[]): BacktestPoints {
  const starts: number[] = [];
  for (const day of days) {
    const { start, end } = operatingDayWindow(zone, day);
    for (let hour = start; hour < end; hour += HOUR_MS) starts.push(hour);
  }
  const missing = POINT_COLUMNS.map((column) => [column, new Float64Array(starts.length).fill(Number.NaN)]);
  return { ...(Object.fromEntries(missing) as BacktestPoints), start: Float64Array.from(starts) };
}
