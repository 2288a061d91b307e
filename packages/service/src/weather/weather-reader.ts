import type { AreaId, WeatherStore } from '@loadcast/core';
import type { ReadKnownWeather } from '../forecasting/stored-forecast-data.js';
import { knownWeather } from './weather-archive.js';

/** Reads the weather that is kept of some areas, again only after it has changed. */
export function weatherReader(store: WeatherStore, areaIds: readonly AreaId[]): ReadKnownWeather {
  let version: number | undefined;
  let known: Awaited<ReturnType<ReadKnownWeather>> = new Map();
  return async () => {
    const found = await store.version();
    if (found !== version) {
      known = knownWeather(await store.read(areaIds));
      version = found;
    }
    return known;
  };
}
