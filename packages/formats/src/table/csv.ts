import { csvText } from '../csv-text.js';
import { cellText } from './cell-text.js';
import type { Table } from './table.js';

/** A header row and a line a row, LF, no BOM; a missing value is an empty cell. */
export function csvOf({ columns, rowCount }: Table): string {
  const lines = [columns.map(({ name }) => name).join(',')];
  for (let row = 0; row < rowCount; row += 1) {
    lines.push(columns.map((column) => csvText(cellText(column, row) ?? '')).join(','));
  }
  return `${lines.join('\n')}\n`;
}
