import type { AreaId } from '../areas/area.js';
import type { WeatherBlock } from './weather-source.js';

/** What identifies a kept block. */
export type WeatherBlockName = Pick<WeatherBlock, 'areaId' | 'point' | 'variable' | 'known' | 'start'>;

export interface WeatherChange {
  /** Each takes the place of the block of its name, if there is one. No two of one name. */
  readonly put: readonly WeatherBlock[];
  /** Names of blocks that are kept no longer; one that is not there does no harm. */
  readonly drop: readonly WeatherBlockName[];
}

/**
 * Where weather is kept for the models, every value with its own issue time. Adapters pass `describeWeatherStore`.
 *
 * Unlike load, weather is not the record of anything: it can be read again upstream, and what grows old is dropped.
 */
export interface WeatherStore {
  /** Makes a change, all of it or nothing: first the deletions, then the writes. */
  write(change: WeatherChange): Promise<void>;
  /**
   * The blocks of some areas, in no order that says anything. A block that is damaged where it is kept is left out: no
   * forecast fails for want of weather.
   */
  read(areaIds: readonly AreaId[]): Promise<WeatherBlock[]>;
  /** Identifies a state: grows by one with every change, an empty one too. */
  version(): Promise<number>;
}
