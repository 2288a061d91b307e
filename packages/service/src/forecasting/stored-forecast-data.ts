import type { ActualsStore, AreaId, ForecastData, KnownSeries, SeriesKey } from '@loadcast/core';
import type { KnownWeather } from '@loadcast/core/series';
import type { ReadKnownWeather } from '../weather/weather-reader.js';

export interface StoredForecastData extends ForecastData {
  /** Reads some series, where they were not read since the last refresh. @throws any error of the store */
  read(some: readonly SeriesKey[]): Promise<void>;
  /** Signals that the store may have grown: the next read of a series asks it again. */
  refresh(): Promise<void>;
}

const NO_WEATHER: ReadonlyMap<AreaId, KnownWeather> = new Map();

/**
 * Series of a store as models see them, each from its first read on, and the weather.
 *
 * @param readWeather default: there is none
 */
export async function openForecastData(
  actuals: ActualsStore,
  readWeather: ReadKnownWeather = async () => NO_WEATHER,
): Promise<StoredForecastData> {
  const held = new Map<string, KnownSeries>();
  let weather: ReadonlyMap<string, KnownWeather> = NO_WEATHER;
  /** Series that the store has and that were not read since the last refresh. */
  let unread: Map<string, SeriesKey>;
  const name = ({ series, measure }: SeriesKey) => `${measure} ${series}`;

  async function refresh(): Promise<void> {
    unread = new Map((await actuals.keys()).map((key) => [name(key), key]));
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
    async read(some) {
      for (const key of some.map(name)) {
        const wanted = unread.get(key);
        if (!wanted) continue;
        const left = unread;
        held.set(key, await actuals.read(wanted, held.get(key)));
        left.delete(key); // not of a refresh since: that one reads again
      }
    },
  };
}
