import type { KnownSeries } from '../series/known-series.js';
import type { KnownWeather, WeatherPoint, WeatherVariable } from '../series/known-weather.js';
import type { EpochMs } from '../time/instant.js';
import { syntheticSeries } from './synthetic-data.js';

/** Values of a weather variable by the hour, counted from the series' start; NaN is missing. */
export type ToValue = (hour: number) => number;

/** An hourly weather series whose values become known at a function of their hour; from the beginning if omitted. */
export function weatherSeries(
  start: EpochMs,
  hours: number,
  toValue: ToValue,
  knownAt: (hour: EpochMs) => EpochMs = () => 0,
): KnownSeries {
  return syntheticSeries(
    start,
    Float64Array.from({ length: hours }, (_, hour) => toValue(hour)),
    knownAt,
  );
}

/** A place with some variables. */
export function weatherPoint(
  variables: Partial<Record<WeatherVariable, KnownSeries>>,
  { name = 'here', weight = 1 }: { readonly name?: string; readonly weight?: number } = {},
): WeatherPoint {
  return { name, weight, variables };
}

/** The weather of one place where only temperature is known. */
export function temperatureOf(series: KnownSeries): KnownWeather {
  return { points: [weatherPoint({ temperatureC: series })] };
}
