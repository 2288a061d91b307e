import { type InstantText, jsonLayout } from './report-layout.js';
import { blockText } from './report-rows.js';
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
): Generator<string> {
  const layout = jsonLayout(keys);
  yield `${JSON.stringify(head).slice(0, -1)},${JSON.stringify(rowsKey)}:[`;
  let separator = '';
  let group = 0;
  for (const block of blocks) {
    yield separator + blockText(layout, block, ++group, instantText, ',');
    separator = ',';
  }
  yield ']}';
}
