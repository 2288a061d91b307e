import { roundMw } from '../report/rows/mw.js';
import { cellText } from './cell-text.js';
import type { Table, TableColumn } from './table.js';

/** A value as JSON: a number, or text for times; undefined where it is missing. */
function jsonValue(column: TableColumn, row: number): string | number | undefined {
  if (column.kind !== 'number') return cellText(column, row);
  const value = column.values[row]!;
  return Number.isNaN(value) ? undefined : roundMw(value);
}

/** One array a column, missing values as null: what data frames are made of. */
export function columnArrays({ columns, rowCount }: Table): Record<string, readonly (string | number | null)[]> {
  const arrays = columns.map((column) => {
    const values = Array.from({ length: rowCount }, (_, row) => jsonValue(column, row) ?? null);
    return [column.name, values] as const;
  });
  return Object.fromEntries(arrays);
}

/** One object a row, without the values that are missing. */
export function rowObjects({ columns, rowCount }: Table): Record<string, string | number>[] {
  return Array.from({ length: rowCount }, (_, row) => {
    const entries = columns.map((column) => [column.name, jsonValue(column, row)] as const);
    return Object.fromEntries(entries.filter((entry): entry is [string, string | number] => entry[1] !== undefined));
  });
}

/** A row as JSON a line. */
export function ndjsonOf(table: Table): string {
  return rowObjects(table)
    .map((row) => `${JSON.stringify(row)}\n`)
    .join('');
}
