import type { AreaId, WeatherStore } from '@loadcast/core';
import type { KnownWeather } from '@loadcast/core/series';
import { knownWeather } from './weather-archive.js';

/** Weather as it was kept last; the same map as before when nothing changed. */
export type ReadKnownWeather = () => Promise<ReadonlyMap<AreaId, KnownWeather>>;

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
