import type { KnownSeries, ObservationBlock } from '../series/known-series.js';
import type { EpochMs } from '../time/instant.js';

/**
 * The kind of measurement. Reported, adjusted and filled-in load are separate, and a forecast is never an actual.
 * `multi_day_forecast` is what an operator's own feed forecasts of several days, every issue of it. `newest_load` is
 * what such a feed measured of the newest hours, minutes after them: an input of models, never served as load.
 */
export type Measure =
  | 'demand'
  | 'demand_adjusted'
  | 'demand_imputed'
  | 'day_ahead_forecast'
  | 'multi_day_forecast'
  | 'newest_load';

export interface SeriesKey {
  /** EIA-930 id: a balancing authority (`CISO`) or `AUTHORITY-SUBAREA` (`CISO-PGAE`). */
  readonly series: string;
  readonly measure: Measure;
}

export interface SeriesBlocks extends SeriesKey {
  readonly blocks: number;
}

/** What one ingest received: written whole or not at all. */
export interface ObservationBatch {
  /** Where it came from: a file's name, or an upstream's. */
  readonly source: string;
  readonly ingestedAt: EpochMs;
  /** How raw values were changed on the way in, in words and numbers (clock faults applied, known-time rule). */
  readonly provenance: Readonly<Record<string, string | number | boolean>>;
  readonly blocks: readonly (ObservationBlock & { readonly key: SeriesKey })[];
}

/** Where observations are kept, each with the time it became known. Append-only. Adapters pass `describeActualsStore`. */
export interface ActualsStore {
  /** Writes a batch, all of it or nothing. Blocks are stored as they are: `reconcile` decides which hours are new. */
  append(batch: ObservationBatch): Promise<void>;
  /**
   * Everything ever known of a series. Empty when the series is unknown.
   *
   * @param held a result of an earlier read of this store: only later writes are read and merged with it; returned
   *   itself when there are none, never changed
   */
  read(key: SeriesKey, held?: KnownSeries): Promise<KnownSeries>;
  /** The keys that hold anything, sorted by series and measure. */
  keys(): Promise<SeriesKey[]>;
  /** Only where other processes write: how many blocks each series has, in one question. */
  blockCounts?(): Promise<readonly SeriesBlocks[]>;
}
