import type { ObservationBatch, Vintage, VintageStore, WeatherBlock } from '@loadcast/core';

/** A row of the control plane, by column. */
export type ControlRow = Readonly<Record<string, string | number | null>>;

/** The tables of the control plane, each after those it refers to. */
export const CONTROL_TABLES = ['control_version', 'account', 'api_key', 'session'] as const;

export type ControlTable = (typeof CONTROL_TABLES)[number];

/** How much a store holds. */
export interface StoreCounts {
  readonly batches: number;
  readonly vintages: number;
  /** Blocks of weather. */
  readonly weather: number;
  readonly accounts: number;
}

/** A vintage store that also takes many at a time. */
export interface BulkVintageStore extends VintageStore {
  /**
   * Appends all or, after an error, none, much faster than one by one.
   *
   * @returns how many were kept; the others were there already
   */
  appendAll(vintages: readonly Vintage[]): Promise<number>;
}

/** All a store holds, row by row, for copying and checking. Every row is checked as it is read. */
export interface StoreContents {
  counts(): Promise<StoreCounts>;
  /** In the order in which they were written. */
  batches(): AsyncIterable<ObservationBatch>;
  /** Checks what is packed for quick reading against the blocks it was made of. @throws {StoreError} `corrupt` */
  assertPacks(): Promise<void>;
  /** By area, then by issue. */
  vintages(): AsyncIterable<Vintage>;
  /** Appends many vintages at once, without telling listeners. */
  addVintages(vintages: readonly Vintage[]): Promise<number>;
  /** Blocks of weather, those of one area at a time. */
  weather(): AsyncIterable<WeatherBlock[]>;
  controlRows(table: ControlTable): Promise<ControlRow[]>;
  /** Replaces what a new store's control plane holds. */
  replaceControlRows(rows: ReadonlyMap<ControlTable, readonly ControlRow[]>): Promise<void>;
}
