import type { EpochMs } from '@loadcast/core';
import { XMLBuilder } from 'fast-xml-parser';
import { csvText } from '../csv-text.js';
import type { InstantText } from './report-layout.js';
import { DISCLAIMER, OASIS_NAMESPACE, OASIS_VERSION } from './report-xml.js';

/** One line of a small report: cells under the table's columns, and the ISO and clock it belongs to. */
export interface TableRow {
  readonly iso: string;
  readonly timeZone: string;
  readonly cells: readonly (string | number)[];
}

/** A report that is not a series of intervals: a few rows. */
export interface ReportTable {
  readonly report: string;
  /** CSV names; XML tags are the same and JSON keys the same in lower case. */
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
  readonly generatedAt: EpochMs;
}

/** Header and rows, LF. */
export function tableCsv({ columns, rows }: ReportTable): string {
  const lines = [columns, ...rows.map(({ cells }) => cells)];
  return lines.map((cells) => `${cells.map((cell) => csvText(String(cell))).join(',')}\n`).join('');
}

export function tableObjects({ columns, rows }: ReportTable): Record<string, string | number>[] {
  return rows.map(({ cells }) => Object.fromEntries(columns.map((name, i) => [name.toLowerCase(), cells[i]!])));
}

const builder = new XMLBuilder({
  format: true,
  indentBy: '',
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  suppressEmptyNode: false,
});

/** An OASISReport whose REPORT_DATA hold the columns as tags: one RTO per ISO, one REPORT_ITEM each. */
export function tableXml(table: ReportTable, source: string, instantText: InstantText): string {
  const isos = [...new Set(table.rows.map(({ iso }) => iso))];
  const document = {
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    OASISReport: {
      '@xmlns': OASIS_NAMESPACE,
      MessageHeader: {
        TimeDate: instantText(Math.floor(table.generatedAt / 1000) * 1000),
        Source: source,
        Version: OASIS_VERSION,
      },
      MessagePayload: { RTO: isos.map((iso) => buildRto(table, iso)) },
    },
  };
  return builder.build(document).trimEnd();
}

function buildRto(table: ReportTable, iso: string): object {
  const rows = table.rows.filter((row) => row.iso === iso);
  return {
    name: iso,
    REPORT_ITEM: {
      REPORT_HEADER: { SYSTEM: 'OASIS', TZ: rows[0]!.timeZone, REPORT: table.report },
      REPORT_DATA: rows.map(({ cells }) => Object.fromEntries(table.columns.map((name, i) => [name, cells[i]!]))),
    },
    DISCLAIMER_ITEM: { DISCLAIMER },
  };
}
