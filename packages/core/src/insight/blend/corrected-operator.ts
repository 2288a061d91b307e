import { addProducts } from '../../linear-algebra/products.js';
import { solveRidge } from '../../linear-algebra/ridge.js';
import { DAY_MS, type EpochMs, HOUR_MS } from '../../time/instant.js';

/** An operating day in the columns, from its first hour on; its forecast is due the day before. */
export interface DueDay {
  readonly first: number;
  readonly start: EpochMs;
  readonly dueAt: EpochMs;
}

const [HOURS, BLOCK] = [24, 4];
/** Hours of the day on which the forecast is due, and how long after its end an hour counts as known. */
const [MORNING, KNOWN_AFTER_MS] = [8, 2 * HOUR_MS];
const [WEEK, MONTH] = [7, 28];
const SIZE = 1 + MORNING + 3 * HOURS + WEEK + (5 * HOURS) / BLOCK;
/** Errors are about this large, in logs; indicators are less than 1, so that their weights are shrunk less. */
const [SCALE, INDICATOR] = [0.03, 0.05];
const LARGEST_ERROR = 0.2;
const RIDGE = 15;
const FADE = 0.5 ** (1 / 1000);
const FEWEST_ROWS = 60;

/**
 * The operator's forecast without the errors that its errors of the last days foretell: a ridge regression of the 24 errors of
 * a day, fitted for each day on the days that were over when its forecast was due.
 *
 * @param days consecutive, ascending
 * @param forecastMw debiased, as published by the time at which it was due; NaN where there is none
 * @param pause called before each fit, which takes about a millisecond
 * @returns MW, NaN where there is no forecast, or too few days to fit
 */
export async function correctedOperatorMw(
  days: readonly DueDay[],
  forecastMw: Float64Array,
  actualMw: Float64Array,
  pause?: () => Promise<void>,
): Promise<Float64Array> {
  const corrected = new Float64Array(forecastMw.length).fill(Number.NaN);
  const past = pastOf(days, forecastMw, actualMw);
  const sums = { gram: new Float64Array((SIZE * (SIZE + 1)) / 2), cross: new Float64Array(HOURS * SIZE) };
  const ridge = new Float64Array(SIZE).fill(RIDGE);
  let rows = 0;
  for (let day = 5; day < days.length; day++) {
    // The newest day that is over when this day's forecast is due.
    const finished = past.errors[day - 2]!;
    if (finished.every(Number.isFinite)) {
      const targets = finished.map((error) => Math.max(-LARGEST_ERROR, Math.min(LARGEST_ERROR, error)));
      const row = featuresOf(days[day - 2]!, days[day - 3]!, past, day - 2);
      addProducts(sums, FADE, row, targets, { count: 1, size: SIZE, outputs: HOURS });
      rows++;
    }
    if (rows < FEWEST_ROWS) continue;
    await pause?.();
    const weights = sums.cross.slice();
    solveRidge({ triangle: sums.gram, ridge, size: SIZE }, weights, 0, HOURS);
    const features = featuresOf(days[day]!, days[day - 1]!, past, day);
    past.forecasts[day]!.forEach((forecast, hour) => {
      const error = features.reduce((sum, value, i) => sum + value * weights[hour * SIZE + i]!, 0);
      corrected[days[day]!.first + hour] = Math.exp(forecast + error);
    });
  }
  return corrected;
}

/** Logs of 24 hours of each day, also of a day of 23 or 25. */
function pastOf(days: readonly DueDay[], forecastMw: Float64Array, actualMw: Float64Array) {
  const daily = (mw: Float64Array) =>
    days.map(({ first }) =>
      Float64Array.from({ length: HOURS }, (_, hour) => Math.log(mw[first + hour] ?? Number.NaN)),
    );
  const [forecasts, loads] = [daily(forecastMw), daily(actualMw)];
  return { forecasts, loads, errors: loads.map((load, day) => less(load, forecasts[day]!)) };
}

/** The features of a day, from hours before its forecast was due; 0 where one is missing. */
function featuresOf(
  { start, dueAt }: DueDay,
  before: DueDay,
  { forecasts, loads, errors }: ReturnType<typeof pastOf>,
  day: number,
): Float64Array {
  const known = Math.floor((dueAt - KNOWN_AFTER_MS - before.start) / HOUR_MS);
  const meanOf = (rows: readonly Float64Array[], end: number, count: number) =>
    Float64Array.from({ length: HOURS }, (_, hour) =>
      finiteMean(rows.slice(Math.max(0, end - count), end).map((row) => row[hour]!)),
    );
  const shape = less(forecasts[day]!, meanOf(forecasts, day, WEEK));
  const weekday = Math.floor(start / DAY_MS) % WEEK;
  const values = [
    INDICATOR,
    ...errors[day - 1]!.subarray(0, MORNING).map((error, hour) => (hour < known ? error : 0)),
    ...errors[day - 2]!,
    ...meanOf(errors, day - 1, WEEK),
    ...shape,
    ...Array.from({ length: WEEK }, (_, index) => (index === weekday ? INDICATOR : 0)),
    ...blocksOf(errors[day - 3]!),
    ...blocksOf(shape).map(Math.abs),
    ...blocksOf(less(forecasts[day]!, forecasts[day - 1]!)),
    ...blocksOf(less(forecasts[day]!, meanOf(forecasts, day, MONTH))),
    ...blocksOf(less(loads[day - 2]!, meanOf(loads, day - 2, MONTH))),
  ];
  return Float64Array.from(values, (value) => (Number.isFinite(value) ? value / SCALE : 0));
}

const less = (row: Float64Array, other: Float64Array) => row.map((value, hour) => value - other[hour]!);

const blocksOf = (row: Float64Array) =>
  Array.from({ length: HOURS / BLOCK }, (_, block) => finiteMean([...row.slice(BLOCK * block, BLOCK * (block + 1))]));

/** NaN without a finite value. */
function finiteMean(values: readonly number[]): number {
  const finite = values.filter(Number.isFinite);
  return finite.reduce((sum, value) => sum + value, 0) / finite.length;
}
