import { type ForecastLines, toHundredths } from './vintage.js';

/** Quarters in an hour. */
const QUARTERS = 4;

/**
 * Hourly means to quarter-hourly means that keep them.
 *
 * Each hour is a parabola with the hour's mean whose ends are read off the two hours on either side (the value there of
 * the cubic that keeps all four means; near a gap or an end, halfway between the two neighbors). The four quarters,
 * rounded to 0.01, still sum to exactly four times the hour.
 *
 * @param hourlyMw MW, one value per hour, whole multiples of 0.01, none negative; NaN is missing
 * @returns MW, four values per hour, whole multiples of 0.01, none negative; NaN where the hour is missing
 * @see Rymes & Myers 2001, doi:10.1016/S0038-092X(01)00060-9 (mean preserving interpolation)
 * @example
 * [...disaggregate(Float64Array.of(100, 200, 300)).slice(4, 8)] // => [162.5, 187.5, 212.5, 237.5]
 */
export function disaggregate(hourlyMw: Float64Array): Float64Array {
  const quarters = new Float64Array(hourlyMw.length * QUARTERS);
  for (let hour = 0; hour < hourlyMw.length; hour++) {
    quarters.set(splitHour(hourlyMw, hour), hour * QUARTERS);
  }
  return quarters;
}

/**
 * An hourly forecast to a quarter-hourly one: every line keeps its hourly means, and the bounds stay on their sides.
 *
 * The distances of the bounds from the value are disaggregated, not the bounds, so they cannot cross it.
 *
 * @param hourly whole multiples of 0.01 MW
 */
export function disaggregateForecast(hourly: ForecastLines): ForecastLines {
  const valueMw = disaggregate(hourly.valueMw);
  const below = disaggregate(hourly.valueMw.map((value, i) => value - hourly.p10Mw[i]!));
  const above = disaggregate(hourly.p90Mw.map((p90, i) => p90 - hourly.valueMw[i]!));
  const p10Mw = valueMw.map((value, i) => toHundredths(value - below[i]!));
  const p90Mw = valueMw.map((value, i) => toHundredths(value + above[i]!));
  for (let hour = 0; hour < hourly.valueMw.length; hour++) {
    const at = hour * QUARTERS;
    if (!p10Mw.subarray(at, at + QUARTERS).some((p10) => p10 < 0)) continue;
    for (const [lines, flat] of [
      [valueMw, hourly.valueMw],
      [p10Mw, hourly.p10Mw],
      [p90Mw, hourly.p90Mw],
    ] as const) {
      lines.fill(flat[hour]!, at, at + QUARTERS);
    }
  }
  return { valueMw, p10Mw, p90Mw };
}

function splitHour(hourlyMw: Float64Array, hour: number): number[] {
  const mean = hourlyMw[hour]!;
  if (Number.isNaN(mean)) return [mean, mean, mean, mean];
  const left = edge(hourlyMw, hour);
  const right = edge(hourlyMw, hour + 1);
  // Means over the quarters of the parabola through `left` and `right` with mean `mean`.
  const slope = right - left;
  const bend = 6 * mean - 3 * (left + right);
  const shape = [-3, -1, 1, 3].map((step) => mean + (slope * step) / 8 + (step * step === 9 ? -bend : bend) / 16);
  const cents = wholeCents(shape, Math.round(mean * 100) * QUARTERS);
  return cents.some((cent) => cent < 0) ? [mean, mean, mean, mean] : cents.map((cent) => cent / 100);
}

/** Load at the instant between hours `hour - 1` and `hour`. Beyond a gap or an end the curve is flat. */
function edge(hourlyMw: Float64Array, hour: number): number {
  const before = present(hourlyMw[hour - 1], hourlyMw[hour]);
  const after = present(hourlyMw[hour], hourlyMw[hour - 1]);
  const outer = (hourlyMw[hour - 2] ?? Number.NaN) + (hourlyMw[hour + 1] ?? Number.NaN);
  return Number.isNaN(outer) || Number.isNaN(hourlyMw[hour - 1]! + hourlyMw[hour]!)
    ? (before + after) / 2
    : (7 * (before + after) - outer) / 12;
}

function present(value: number | undefined, otherwise: number | undefined): number {
  return value === undefined || Number.isNaN(value) ? otherwise! : value;
}

/** Rounds down to whole cents, then adds the cents missing to `total` to those rounded down the most. */
function wholeCents(mw: readonly number[], total: number): number[] {
  const exact = mw.map((value) => value * 100);
  const cents = exact.map(Math.floor);
  const rest = total - cents.reduce((sum, cent) => sum + cent, 0);
  const byRemainder = exact
    .map((value, i) => ({ i, remainder: value - cents[i]! }))
    .sort((a, b) => b.remainder - a.remainder || a.i - b.i);
  for (let k = 0; k < rest; k++) cents[byRemainder[k % QUARTERS]!.i]! += 1;
  return cents;
}
