import type { Vintage, VintageStore } from '@loadcast/core';

/** What a column holds. */
export type SqlValue = string | number | Uint8Array | null;

/** One statement; `?` stands for the next of its values, on every engine. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

export interface TableReader {
  /** The rows of one statement, all of one state of the store. */
  query<Row>(sql: string, values?: readonly SqlValue[]): Promise<Row[]>;
}

export interface BulkVintageStore extends VintageStore {
  /**
   * Appends all or, after an error, none, much faster than one by one, and links none: runs newer than the chain of
   * their area are linked before the next append, or when the store is opened.
   *
   * @returns how many were kept; the others were there already
   */
  appendAll(vintages: readonly Vintage[]): Promise<number>;
}

/** The tables of a store, for copying and checking. Read them through the descriptors of `STORED_KINDS`. */
export interface StoreContents extends TableReader {
  /** Runs the statements in one transaction: all of them, or none. */
  execute(statements: readonly Statement[]): Promise<void>;
  /** Appends many vintages at once, without calling listeners. */
  addVintages(vintages: readonly Vintage[]): Promise<number>;
}
