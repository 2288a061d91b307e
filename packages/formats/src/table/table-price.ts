import type { AnswerFormat } from './table-format.js';

/** How long a row takes to write, in rows of a report as CSV: a workbook is made cell by cell, by a library. */
const WEIGHT: Readonly<Record<AnswerFormat, number>> = { json: 1, columns: 1, csv: 2, ndjson: 2, xlsx: 15 };

/** What an answer with a table costs at the most, in rows of a report as CSV: see `Priced`. */
export function tablePrice(rows: number, format: AnswerFormat): number {
  return rows * WEIGHT[format];
}
