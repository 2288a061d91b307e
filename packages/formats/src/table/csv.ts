import { csvText } from '../csv-text.js';
import { cellText } from './cell-text.js';
import { rowBlocks } from './row-blocks.js';
import type { Table } from './table.js';

/** A header row and a line a row, LF, no BOM; a missing value is an empty cell. Block by block. */
export function* csvBlocks({ columns, rowCount }: Table): Generator<string> {
  yield `${columns.map(({ name }) => name).join(',')}\n`;
  for (const rows of rowBlocks(rowCount)) {
    yield rows.map((row) => `${columns.map((column) => csvText(cellText(column, row) ?? '')).join(',')}\n`).join('');
  }
}
