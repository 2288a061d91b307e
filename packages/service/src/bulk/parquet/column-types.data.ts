import { DAY_MS } from '@loadcast/core';
import { parseEpochMs } from '@loadcast/core/time';
import { roundMw, type TableColumn } from '@loadcast/formats';
import type { BulkType } from '@loadcast/surface-a';
import type { ColumnSource, SchemaElement } from 'hyparquet-writer';

type Physical = Omit<SchemaElement, 'name' | 'repetition_type'>;
/** A cell of a table: epoch ms or a number, NaN where it is missing, or text. */
type ParquetCell = number | string | undefined;

/** How a type is written, and how a cell of a table becomes a value of it. */
interface ColumnType {
  readonly physical: Physical;
  readonly encoding?: ColumnSource['encoding'];
  value(cell: ParquetCell): bigint | number | string | boolean | null;
}

const number = (cell: ParquetCell): number => (typeof cell === 'number' ? cell : Number.NaN);
const unlessMissing = <V>(cell: ParquetCell, value: (of: number) => V): V | null =>
  Number.isNaN(number(cell)) ? null : value(number(cell));

export const COLUMN_TYPES: Readonly<Record<BulkType, ColumnType>> = {
  timestamp: {
    physical: {
      type: 'INT64',
      converted_type: 'TIMESTAMP_MILLIS',
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
    },
    value: (cell) => unlessMissing(cell, BigInt),
  },
  date: {
    physical: { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
    value: (cell) => (cell === undefined ? null : parseEpochMs(`${cell}T00:00Z`) / DAY_MS),
  },
  double: { physical: { type: 'DOUBLE' }, value: (cell) => unlessMissing(cell, roundMw) },
  int: { physical: { type: 'INT32' }, value: (cell) => unlessMissing(cell, (whole) => whole) },
  text: { physical: { type: 'BYTE_ARRAY', converted_type: 'UTF8' }, value: (cell) => cell ?? null },
  boolean: { physical: { type: 'BOOLEAN' }, value: (cell) => unlessMissing(cell, (flag) => flag === 1) },
};

export function valuesOf(type: BulkType, { values }: TableColumn): unknown[] {
  const { value } = COLUMN_TYPES[type];
  return Array.from<ParquetCell, unknown>(values, value);
}
