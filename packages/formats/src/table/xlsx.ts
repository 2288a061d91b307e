import type { Cell } from 'write-excel-file/universal';
import type { Table, TableColumn } from './table.js';

const DATE_FORMAT = 'yyyy-mm-dd hh:mm';
const WIDTH_OF_TIMES = 17;

/**
 * A workbook of one sheet, `load`: a header row that stays in view, times as dates of the spreadsheet (which knows no
 * time zones: `time_utc` shows UTC), numbers as numbers, missing values as empty cells.
 */
export async function xlsxOf(table: Table): Promise<Uint8Array> {
  // Loaded on the first use: few callers want a workbook.
  const { default: writeXlsx } = await import('write-excel-file/universal');
  const header = table.columns.map(({ name }): Cell => ({ value: name, fontWeight: 'bold' }));
  const rows = Array.from({ length: table.rowCount }, (_, row) => table.columns.map((column) => cellOf(column, row)));
  const columns = table.columns.map(({ kind }) => (isTime(kind) ? { width: WIDTH_OF_TIMES } : {}));
  const blob = await writeXlsx([header, ...rows], { sheet: 'load', stickyRowsCount: 1, columns }).toBlob();
  return new Uint8Array(await blob.arrayBuffer());
}

const isTime = (kind: TableColumn['kind']): boolean => kind === 'instant' || kind === 'wall';

function cellOf(column: TableColumn, row: number): Cell {
  if (column.kind === 'text') return column.values[row] ?? null;
  const value = column.values[row]!;
  if (Number.isNaN(value)) return null;
  if (column.kind === 'number') return Math.round(value * 100) / 100 || 0;
  return { value: new Date(value), type: Date, format: DATE_FORMAT };
}
