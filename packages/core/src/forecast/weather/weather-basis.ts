import type { WeatherVariable } from '../../series/known-weather.js';

const FINE_KNOTS_C = [-5, 0, 5, 10, 14, 17, 20, 23, 26, 30];
const COARSE_KNOTS_C = [0, 8, 14, 18, 22, 26];
const WEEK_KNOTS_C = [5, 15, 22];
const COOLING_FROM_C = 18;
const HEATING_FROM_C = 10;
/** Degrees to features: a deviation of ten degrees is 1. */
const SCALE_C = 10;

/** Features of one zone's temperature. */
export const TEMPERATURE_FEATURES = 2 * (2 * FINE_KNOTS_C.length + 2 * COARSE_KNOTS_C.length + WEEK_KNOTS_C.length) + 2;

/**
 * Writes the temperature features of an hour: how far each mean lies above and below each knot, and two products for the
 * stronger effect of heat and cold that last.
 *
 * @param temperatures of the hour, and its means over the 6, 24, 72 and 168 hours up to it, from `slot`
 * @returns the position after the last feature
 */
export function writeTemperature(temperatures: Float64Array, slot: number, out: Float64Array, at: number): number {
  const now = temperatures[slot]!;
  const mean72 = temperatures[slot + 3]!;
  let next = writeHinges(now, FINE_KNOTS_C, out, at);
  next = writeHinges(temperatures[slot + 1]!, COARSE_KNOTS_C, out, next);
  next = writeHinges(temperatures[slot + 2]!, FINE_KNOTS_C, out, next);
  next = writeHinges(mean72, COARSE_KNOTS_C, out, next);
  next = writeHinges(temperatures[slot + 4]!, WEEK_KNOTS_C, out, next);
  out[next++] = (above(now, COOLING_FROM_C) * above(mean72, COOLING_FROM_C)) / SCALE_C ** 2;
  out[next++] = (above(-now, -HEATING_FROM_C) * above(-mean72, -HEATING_FROM_C)) / SCALE_C ** 2;
  return next;
}

function writeHinges(value: number, knots: readonly number[], out: Float64Array, at: number): number {
  let next = at;
  for (const knot of knots) {
    out[next++] = above(value, knot) / SCALE_C;
    out[next++] = above(-value, -knot) / SCALE_C;
  }
  return next;
}

function above(value: number, knot: number): number {
  return value > knot ? value - knot : 0;
}

/** Features of one zone's value of a variable other than temperature. */
export const OTHER_FEATURES = 3;

/**
 * Writes the features of an hour's sun or humidity: the value, its 24-hour mean, and its product with degrees above 18 °C.
 *
 * @returns the position after the last feature
 */
export function writeOther(
  variable: WeatherVariable,
  now: number,
  mean24: number,
  temperatureC: number,
  out: Float64Array,
  at: number,
): number {
  const scale = variable === 'solarWm2' ? 500 : 50;
  out[at] = now / scale;
  out[at + 1] = mean24 / scale;
  out[at + 2] = ((now / scale) * above(temperatureC, COOLING_FROM_C)) / SCALE_C;
  return at + OTHER_FEATURES;
}
