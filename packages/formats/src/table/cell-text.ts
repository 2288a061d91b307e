import { isoUtc } from '../query/wire-time.js';
import { formatMw } from '../report/rows/mw.js';
import type { TableColumn } from './table.js';

/** How wall clocks are written, as a cell that spreadsheets, R and pandas read as a date: `2026-11-21 08:00`. */
export const wallText = (wall: number): string => new Date(wall).toISOString().slice(0, 16).replace('T', ' ');

const WRITERS = { instant: isoUtc, wall: wallText, number: formatMw } as const;

/** The text of a value; undefined where it is missing. */
export function cellText(column: TableColumn, row: number): string | undefined {
  if (column.kind === 'text') return column.values[row];
  const value = column.values[row]!;
  return Number.isNaN(value) ? undefined : WRITERS[column.kind](value);
}
