import type { ReportPiece } from './report-bytes.js';
import { type InstantText, jsonLayout } from './report-layout.js';
import { BlockWriter } from './report-rows.js';
import type { ReportBlock } from './rows/report-blocks.js';
import type { ReportTag } from './rows/report-columns.data.js';

/**
 * A report as JSON, piece by piece: the members of `head`, then `rowsKey` with the rows.
 *
 * @param head at least one member
 */
export function* reportJson(
  head: Readonly<Record<string, unknown>>,
  rowsKey: string,
  blocks: Iterable<ReportBlock>,
  keys: readonly ReportTag[],
  instantText: InstantText,
): Generator<ReportPiece> {
  const writer = new BlockWriter(jsonLayout(keys), instantText, ',');
  yield `${JSON.stringify(head).slice(0, -1)},${JSON.stringify(rowsKey)}:[`;
  let separator = '';
  let group = 0;
  for (const block of blocks) {
    yield separator;
    yield writer.bytes(block, ++group);
    separator = ',';
  }
  yield ']}';
}
