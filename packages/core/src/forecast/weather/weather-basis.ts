import type { WeatherVariable } from '../../series/known-weather.js';
import { WEATHER_FEATURES } from '../settings.data.js';

const { fineKnotsC, coarseKnotsC, weekKnotsC, coolingFromC, heatingFromC, scaleC, solarScaleWm2, humidityScalePct } =
  WEATHER_FEATURES;

/** Features of one zone's temperature. */
export const TEMPERATURE_FEATURES = 2 * (2 * fineKnotsC.length + 2 * coarseKnotsC.length + weekKnotsC.length) + 2;

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
  let next = writeHinges(now, fineKnotsC, out, at);
  next = writeHinges(temperatures[slot + 1]!, coarseKnotsC, out, next);
  next = writeHinges(temperatures[slot + 2]!, fineKnotsC, out, next);
  next = writeHinges(mean72, coarseKnotsC, out, next);
  next = writeHinges(temperatures[slot + 4]!, weekKnotsC, out, next);
  out[next++] = (above(now, coolingFromC) * above(mean72, coolingFromC)) / scaleC ** 2;
  out[next++] = (above(-now, -heatingFromC) * above(-mean72, -heatingFromC)) / scaleC ** 2;
  return next;
}

function writeHinges(value: number, knots: readonly number[], out: Float64Array, at: number): number {
  let next = at;
  for (const knot of knots) {
    out[next++] = above(value, knot) / scaleC;
    out[next++] = above(-value, -knot) / scaleC;
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
  const scale = variable === 'solarWm2' ? solarScaleWm2 : humidityScalePct;
  out[at] = now / scale;
  out[at + 1] = mean24 / scale;
  out[at + 2] = ((now / scale) * above(temperatureC, coolingFromC)) / scaleC;
  return at + OTHER_FEATURES;
}
