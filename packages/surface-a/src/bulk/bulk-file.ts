import type { Areas, CodedArea, EpochMs } from '@loadcast/core';
import { type BulkMonth, bulkMonthNamed } from '@loadcast/core/insight';
import type { Table } from '@loadcast/formats';
import type { BulkColumns, BulkDataset } from './bulk-dataset.js';
import type { ByteRange } from './byte-range.js';
import { BULK_DATASETS } from './datasets.data.js';

/** Raised when columns change: an older reader might not read newer files. */
export const BULK_SCHEMA_VERSION = 1;

export interface BulkName {
  readonly dataset: BulkDataset;
  readonly coded: CodedArea;
  readonly month: BulkMonth;
}

/** A file as it was last written. */
export interface BulkFile {
  readonly path: string;
  readonly rows: number;
  readonly bytes: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** Data that became known later are not in the file. */
  readonly asOf: EpochMs;
}

/** A file that was made for one answer. */
export interface EncodedBulk extends Pick<BulkFile, 'rows' | 'sha256'> {
  readonly bytes: Uint8Array;
}

export interface BulkStore {
  /** Complete files, in no order. */
  list(): readonly BulkFile[];
  /** The bytes of a file that was listed, or a part of them. */
  open(file: BulkFile, part?: ByteRange): AsyncIterable<Uint8Array>;
  /** A Parquet file of tables with these columns, each table a row group. */
  encode(columns: BulkColumns, tables: AsyncIterable<Table>): Promise<EncodedBulk>;
}

/** Where a file lies below `/v1/bulk/`, and below the folder of an export: `forecasts/PJM-2026-10.parquet`. */
export function bulkPath({ dataset, coded, month }: BulkName): string {
  return `${dataset.id}/${coded.code}-${month.name}.parquet`;
}

/** The file that a path names; undefined for any other text. */
export function bulkNamed(areas: Areas, path: string): BulkName | undefined {
  const [, id, code = '', name = ''] = /^([a-z]+)\/([A-Z0-9-]+)-(\d{4}-\d{2})\.parquet$/.exec(path) ?? [];
  const dataset = BULK_DATASETS.find((row) => row.id === id);
  const coded = areas.findGridOrUtility(code);
  const month = bulkMonthNamed(name);
  return dataset && month && coded?.code === code ? { dataset, coded, month } : undefined;
}
