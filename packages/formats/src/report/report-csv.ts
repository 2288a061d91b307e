import type { ReportBlock } from './report-blocks.js';
import type { ReportColumn } from './report-columns.data.js';
import { csvLayout, type InstantText } from './report-layout.js';
import { blockText } from './report-rows.js';

/** A report as CSV, piece by piece: LF, no BOM, a header row, GROUP counting blocks from 1. */
export function* reportCsv(
  blocks: Iterable<ReportBlock>,
  columns: readonly ReportColumn[],
  instantText: InstantText,
): Generator<string> {
  const layout = csvLayout(columns);
  yield `${columns.map(({ name }) => name).join(',')}\n`;
  let group = 0;
  for (const block of blocks) yield blockText(layout, block, ++group, instantText);
}
