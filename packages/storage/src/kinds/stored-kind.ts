import type { ActualsStore, WeatherStore } from '@loadcast/core';
import type { StoreContents, TableReader } from '../store-contents.js';

/** A store that can be written to, kind by kind. */
export interface WritableStore {
  readonly contents: StoreContents;
  readonly actuals: ActualsStore;
  readonly weather: WeatherStore;
}

/**
 * One kind of thing that a store keeps. Counting, copying, verifying and backups go through this descriptor and know no
 * table by name. Nearly every kind is one table: `tableKind`.
 */
export interface StoredKind<Value> {
  /** The table with one row a value. */
  readonly table: string;
  /** Every table of the kind, each before the tables it refers to. */
  readonly tables: readonly string[];
  /** Whether a new store holds rows of it already, so that they say nothing about the store being empty. */
  readonly isSeeded: boolean;
  /** Most values in one transaction of a copy. */
  readonly groupSize: number;
  /** Every value, each checked as it is read. Values written meanwhile come at the end or not at all. */
  read(source: TableReader): AsyncIterable<Value>;
  /**
   * Checksum of a value, the same on every engine.
   *
   * @param position of the value within its kind; part of the checksum where the order counts
   */
  digest(value: Value, position: number): number;
  /** Writes values that an empty store does not hold. */
  write(store: WritableStore, values: readonly Value[]): Promise<unknown>;
  /** Checks the copies that are stored for quick reading. @throws {StoreError} `corrupt` */
  assertDerived(source: TableReader): Promise<void>;
}
