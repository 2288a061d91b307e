import type { ActualsStore, CodedArea, EpochMs, VintageStore } from '@loadcast/core';
import type { BulkMonth } from '@loadcast/core/insight';
import type { Table } from '@loadcast/formats';

/** Type of a column; `?` where a row may have no value. Times are UTC, to the millisecond. */
export type BulkType = 'timestamp' | 'date' | 'double' | 'int' | 'text' | 'boolean';
export type BulkColumns = Readonly<Record<string, BulkType | `${BulkType}?`>>;

export interface BulkDeps {
  /** `read` should be quick, and give the same object until something is added. */
  readonly actuals: Pick<ActualsStore, 'read'>;
  readonly vintages: Pick<VintageStore, 'newest' | 'issued' | 'headers' | 'count'>;
  /** Called regularly during a long read. */
  readonly pause?: () => Promise<void>;
}

/** What a file is to hold: a month of a region, as it was known at an instant. */
export interface BulkAsk {
  readonly coded: CodedArea;
  readonly month: BulkMonth;
  /** Not after the month was settled. */
  readonly asOf: EpochMs;
}

export interface BulkDataset {
  readonly id: string;
  readonly title: string;
  readonly columns: BulkColumns;
  /** Upper bound of a file's cost, in rows of a report as CSV. */
  readonly price: number;
  /** The rows in their order, in parts of some thousand. */
  tables(deps: BulkDeps, ask: BulkAsk): AsyncIterable<Table>;
  /** Another text whenever the rows may be others. */
  digest(deps: BulkDeps, ask: BulkAsk): Promise<string>;
}
