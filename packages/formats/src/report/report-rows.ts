import { HOUR_MS } from '@loadcast/core';
import { bytesOf, ReportBytes } from './report-bytes.js';
import { type InstantText, RowFormat, type RowLayout } from './report-layout.js';
import type { ReportBlock } from './rows/report-blocks.js';
import { BLANK_ROW, type ReportRow } from './rows/report-row.js';
import { RUN_WORDS } from './rows/report-runs.data.js';

function sharedFields({ part, operatingDay }: ReportBlock, group: number): Partial<ReportRow> {
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

/** Writes the rows of blocks. @param separator between rows */
export class BlockWriter {
  readonly #format: RowFormat;
  readonly #separator: Uint8Array;
  readonly #out = new ReportBytes();

  constructor(layout: RowLayout, instantText: InstantText, separator = '') {
    this.#format = new RowFormat(layout, instantText);
    this.#separator = bytesOf(separator);
  }

  /** The rows of a block in time order; hours without a value have none. Read them before the next block is written. */
  bytes(block: ReportBlock, group: number): Uint8Array {
    const { part, from, to, hourEndings } = block;
    const shared = sharedFields(block, group);
    const write = this.#format.writer(shared);
    const row = { ...BLANK_ROW, ...shared };
    let isFirst = true;
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
      if (!isFirst) this.#out.bytes(this.#separator);
      isFirst = false;
      write(row, this.#out);
    }
    return this.#out.take();
  }
}
