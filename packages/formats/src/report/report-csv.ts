import type { ReportPiece } from './report-bytes.js';
import { csvLayout, type InstantText } from './report-layout.js';
import { BlockWriter } from './report-rows.js';
import type { ReportBlock } from './rows/report-blocks.js';
import type { ReportColumn } from './rows/report-columns.data.js';

/** A report as CSV, piece by piece: LF, no BOM, a header row, GROUP counting blocks from 1. */
export function* reportCsv(
  blocks: Iterable<ReportBlock>,
  columns: readonly ReportColumn[],
  instantText: InstantText,
): Generator<ReportPiece> {
  const writer = new BlockWriter(csvLayout(columns), instantText);
  yield `${columns.map(({ name }) => name).join(',')}\n`;
  let group = 0;
  for (const block of blocks) yield writer.bytes(block, ++group);
}
