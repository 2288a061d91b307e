import type { AnswerFormat } from '@loadcast/formats';

/** How long a row takes to write, in rows of a report as CSV: one of a workbook 2.4 times one of CSV (8 columns, 2,976 rows). */
const WEIGHT: Readonly<Record<AnswerFormat, number>> = { json: 1, columns: 1, csv: 2, ndjson: 2, xlsx: 5, arrow: 1 };

/** Upper bound of a table's price, in rows of a report as CSV: see `Priced`. */
export function tablePrice(rows: number, format: AnswerFormat): number {
  return rows * WEIGHT[format];
}
