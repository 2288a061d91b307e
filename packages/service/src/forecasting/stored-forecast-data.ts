import {
  type ActualsStore,
  type AreaId,
  type ForecastData,
  isAmong,
  type KnownSeries,
  type SeriesKey,
} from '@loadcast/core';
import type { KnownWeather } from '@loadcast/core/series';
import type { ReadKnownWeather } from '../weather/weather-reader.js';

export interface StoredForecastData extends ForecastData {
  /** Reads what the store has grown by. */
  refresh(): Promise<void>;
}

const NO_WEATHER: ReadonlyMap<AreaId, KnownWeather> = new Map();

/**
 * Loads some series of a store, and the weather.
 *
 * @param wanted the series to load; others are not seen by the models
 * @param readWeather default: there is none
 */
export async function loadForecastData(
  actuals: ActualsStore,
  wanted: readonly SeriesKey[],
  readWeather: ReadKnownWeather = async () => NO_WEATHER,
): Promise<StoredForecastData> {
  const isWanted = isAmong(wanted);
  const held = new Map<string, KnownSeries>();
  let weather: ReadonlyMap<string, KnownWeather> = NO_WEATHER;
  const name = ({ series, measure }: SeriesKey) => `${measure} ${series}`;

  async function refresh(): Promise<void> {
    for (const key of await actuals.keys()) {
      if (isWanted(key)) held.set(name(key), await actuals.read(key, held.get(name(key))));
    }
    weather = await readWeather();
  }

  await refresh();
  return {
    load: (series) => held.get(name({ series, measure: 'demand' })),
    operatorForecast: (series) => held.get(name({ series, measure: 'day_ahead_forecast' })),
    multiDayForecast: (series) => held.get(name({ series, measure: 'multi_day_forecast' })),
    newestLoad: (series) => held.get(name({ series, measure: 'newest_load' })),
    weather: (areaId) => weather.get(areaId),
    refresh,
  };
}
