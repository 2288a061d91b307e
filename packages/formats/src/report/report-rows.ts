import { HOUR_MS } from '@loadcast/core';
import { type InstantText, type RowLayout, rowWriter } from './report-layout.js';
import type { ReportBlock } from './rows/report-blocks.js';
import { BLANK_ROW, type ReportRow } from './rows/report-row.js';
import { RUN_WORDS } from './rows/report-runs.data.js';

/** The fields that all rows of a block share. */
export function sharedFields({ part, operatingDay }: ReportBlock, group: number): Partial<ReportRow> {
  const { loadType, label, item, pos } = RUN_WORDS.get(part.run)!;
  return {
    loadType,
    operatingDay,
    interval: 0,
    run: part.run,
    area: part.code,
    label,
    item,
    pos,
    executionType: part.run,
    group: String(group),
    units: 'MW',
  };
}

/** The rows of a block in time order. The same object is yielded again and again: read it before the next. */
export function* rowsOf(block: ReportBlock, group: number): Generator<ReportRow> {
  const { part, from, to, hourEndings } = block;
  const row = { ...BLANK_ROW, ...sharedFields(block, group) };
  for (let i = from; i < to; i++) {
    const mw = part.valueMw[i]!;
    if (Number.isNaN(mw)) continue;
    row.start = part.start + i * HOUR_MS;
    row.end = row.start + HOUR_MS;
    row.hourEnding = hourEndings[i - from]!;
    row.intervalNumber = row.hourEnding;
    row.mw = mw;
    row.lowerMw = part.p10Mw?.[i] ?? Number.NaN;
    row.upperMw = part.p90Mw?.[i] ?? Number.NaN;
    row.issuedAt = part.issuedAtMs?.[i] ?? Number.NaN;
    yield row;
  }
}

/** The rows of a block as one text. */
export function blockText(
  layout: RowLayout,
  block: ReportBlock,
  group: number,
  instantText: InstantText,
  separator = '',
): string {
  const write = rowWriter(layout, sharedFields(block, group), instantText);
  let text = '';
  for (const row of rowsOf(block, group)) text += (text === '' ? '' : separator) + write(row);
  return text;
}
