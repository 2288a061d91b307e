import type { KnownSeries } from './known-series.js';

/**
 * What a weather point measures, hourly means: air temperature at 2 m (degrees C), global solar radiation on the
 * ground (W/m2), relative humidity and cloud cover (percent).
 */
export type WeatherVariable = 'temperatureC' | 'solarWm2' | 'humidityPct' | 'cloudPct';

/** Weather at one place: hourly series whose values carry the instant they became known. */
export interface WeatherPoint {
  readonly name: string;
  /** Share of the area's people it stands for; any positive scale. */
  readonly weight: number;
  /**
   * `KnownSeries.valuesMw` holds the variable's own unit here. A forecast for a future hour is a value known before
   * its hour; the observation replaces it, and the forecast stays readable as of its time.
   */
  readonly variables: Readonly<Partial<Record<WeatherVariable, KnownSeries>>>;
}

/** Weather of an area: one point (an area mean) or several, each with history and forecast. */
export interface KnownWeather {
  readonly points: readonly WeatherPoint[];
}
