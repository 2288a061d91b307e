import { roundMw } from '../report/rows/mw.js';
import { cellText } from './cell-text.js';
import { rowBlocks } from './row-blocks.js';
import type { Table, TableColumn } from './table.js';

type RowObject = Record<string, string | number>;

/** A value as JSON: a number, or text for times; undefined where it is missing. */
function jsonValue(column: TableColumn, row: number): string | number | undefined {
  if (column.kind !== 'number') return cellText(column, row);
  const value = column.values[row]!;
  return Number.isNaN(value) ? undefined : roundMw(value);
}

/** One object a row, without the values that are missing. */
export function rowObjects({ columns, rowCount }: Table): RowObject[] {
  return Array.from({ length: rowCount }, (_, row) => rowObject(columns, row));
}

function rowObject(columns: readonly TableColumn[], row: number): RowObject {
  const entries = columns.map((column) => [column.name, jsonValue(column, row)] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, string | number] => entry[1] !== undefined));
}

/** A row as JSON a line, block by block. */
export function* ndjsonBlocks({ columns, rowCount }: Table): Generator<string> {
  for (const rows of rowBlocks(rowCount)) {
    yield rows.map((row) => `${JSON.stringify(rowObject(columns, row))}\n`).join('');
  }
}

/** The JSON of `{ status: 'success', data: rowObjects(table), meta }`, block by block. */
export function* rowsJsonBlocks({ columns, rowCount }: Table, meta: object): Generator<string> {
  yield '{"status":"success","data":[';
  yield* valueBlocks(rowCount, (row) => rowObject(columns, row));
  yield `],"meta":${JSON.stringify(meta)}}`;
}

/** One array a column, missing values as null: what data frames are made of. Block by block. */
export function* columnsJsonBlocks({ columns, rowCount }: Table, meta: object): Generator<string> {
  yield '{"status":"success","data":{';
  for (const [index, column] of columns.entries()) {
    yield `${index > 0 ? ',' : ''}${JSON.stringify(column.name)}:[`;
    yield* valueBlocks(rowCount, (row) => jsonValue(column, row) ?? null);
    yield ']';
  }
  yield `},"meta":${JSON.stringify(meta)}}`;
}

function* valueBlocks(rowCount: number, value: (row: number) => unknown): Generator<string> {
  for (const rows of rowBlocks(rowCount)) {
    yield `${rows[0] === 0 ? '' : ','}${rows.map((row) => JSON.stringify(value(row))).join(',')}`;
  }
}
