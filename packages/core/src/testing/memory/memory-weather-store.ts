import type { WeatherBlock } from '../../ports/weather-source.js';
import type { WeatherStore } from '../../ports/weather-store.js';
import { assertWeatherBlock } from '../../weather/assert-weather-block.js';
import { blockNameOf } from '../../weather/block-name.js';

/**
 * Weather in memory: the reference adapter of `WeatherStore`, and a store for tests and embedding.
 *
 * @example
 * typeof memoryWeatherStore().write // => 'function'
 */
export function memoryWeatherStore(): WeatherStore {
  const blocks = new Map<string, WeatherBlock>();
  let version = 0;

  return {
    async write({ put, drop }) {
      put.forEach(assertWeatherBlock);
      for (const name of drop) blocks.delete(blockNameOf(name));
      for (const block of put) blocks.set(blockNameOf(block), copyBlock(block));
      version += 1;
    },
    async read(areaIds) {
      return [...blocks.values()].filter(({ areaId }) => areaIds.includes(areaId)).map(copyBlock);
    },
    version: async () => version,
  };
}

function copyBlock({ areaId, point, weight, variable, start, values, known }: WeatherBlock): WeatherBlock {
  return { areaId, point, weight, variable, start, values: values.slice(), known: { ...known } };
}
