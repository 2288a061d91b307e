import type { Config } from '../config.js';
import type { ReadKnownWeather } from '../forecasting/stored-forecast-data.js';
import { knownWeather } from './weather-archive.js';
import { readWeather, weatherFileOf, weatherVersion } from './weather-file.js';

/** Reads the weather that is kept on this machine, again only after it has changed; none when none is followed. */
export function weatherReader(config: Pick<Config, 'WEATHER' | 'LOADCAST_DATA_DIR'>): ReadKnownWeather {
  const file = weatherFileOf(config.LOADCAST_DATA_DIR);
  let version: string | undefined;
  let known: Awaited<ReturnType<ReadKnownWeather>> = new Map();
  return async () => {
    if (config.WEATHER === 'none') return known;
    const found = await weatherVersion(file);
    if (found !== version) {
      known = knownWeather(await readWeather(file));
      version = found;
    }
    return known;
  };
}
