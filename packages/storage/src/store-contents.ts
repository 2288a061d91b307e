import type { ObservationBatch, Vintage, VintageStore } from '@loadcast/core';

/** A row of the control plane, by column. */
export type ControlRow = Readonly<Record<string, string | number | null>>;

/** The tables of the control plane, each after those it refers to. */
export const CONTROL_TABLES = ['control_version', 'account', 'api_key', 'session'] as const;

export type ControlTable = (typeof CONTROL_TABLES)[number];

/** How much a store holds. */
export interface StoreCounts {
  readonly batches: number;
  readonly vintages: number;
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
  /** By area, then by issue. */
  vintages(): AsyncIterable<Vintage>;
  /** Appends many vintages at once, without telling listeners. */
  addVintages(vintages: readonly Vintage[]): Promise<number>;
  controlRows(table: ControlTable): Promise<ControlRow[]>;
  /** Replaces what a new store's control plane holds. */
  replaceControlRows(rows: ReadonlyMap<ControlTable, readonly ControlRow[]>): Promise<void>;
}
