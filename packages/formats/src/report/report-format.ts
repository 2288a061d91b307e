import type { EpochMs } from '@loadcast/core';
import type { Reply } from '../http.js';
import { JSON_TYPE } from '../json.js';
import type { ReportPiece } from './report-bytes.js';
import { streamOf, wholeOf } from './report-chunks.js';
import { reportCsv } from './report-csv.js';
import { type InstantText, jsonLayout } from './report-layout.js';
import { BlockWriter } from './report-rows.js';
import { type ReportTable, tableCsv, tableObjects, tableXml } from './report-table.js';
import { utcText } from './report-time.js';
import { reportXml, type XmlHead } from './report-xml.js';
import { countRows, type ReportBlock } from './rows/report-blocks.js';
import {
  BOUNDED_TAGS,
  REPORT_COLUMNS,
  REPORT_TAGS,
  type ReportTag,
  UTILITY_COLUMNS,
  UTILITY_KEYS,
  withIssue,
} from './rows/report-columns.data.js';

/** `resultformat`. */
export type ReportFormat = '5' | '6' | '7';

export const REPORT_TYPES: Readonly<Record<ReportFormat, string>> = {
  '5': 'application/xml; charset=utf-8',
  '6': 'text/csv; charset=utf-8',
  '7': JSON_TYPE,
};

export const SOURCE = 'Loadcast';

/** Answers up to here are made whole and have a Content-Length; larger ones stream. */
const WHOLE_ROWS = 1_000;

/** What is in every report. */
export interface ReportRows {
  readonly generatedAt: EpochMs;
  readonly blocks: readonly ReportBlock[];
  /** Rows end with when their forecast was issued. */
  readonly issued?: boolean;
}

/** A load report, and the members of its JSON before the rows. */
export interface LoadReport extends ReportRows {
  readonly queryname: 'SLD_FCST' | 'SLD_ACTUAL';
  readonly jsonHead: Readonly<Record<string, unknown>>;
}

/** SLD_FCST or SLD_ACTUAL in one of the three formats. @param pause taken between the parts of a long one */
export function loadReportReply(format: ReportFormat, report: LoadReport, pause?: () => Promise<void>): Reply {
  const { blocks, issued = false } = report;
  const time = utcText('+00:00');
  const texts = {
    '5': () => reportXml(xmlHead(report), blocks, withIssue(REPORT_TAGS, issued), time),
    '6': () => reportCsv(blocks, withIssue(REPORT_COLUMNS, issued), time),
    '7': () => reportJson(report.jsonHead, 'data', blocks, withIssue(REPORT_COLUMNS, issued), time),
  }[format];
  return bodyReply(format, { name: report.queryname, blocks, pieces: texts() }, pause);
}

/** A utility's forecast: surface C's own CSV and JSON, in the caller's clock, and XML with the bounds. */
export interface UtilityReport extends ReportRows {
  readonly meta: Readonly<Record<string, unknown>>;
  /** How CSV and JSON write instants. */
  readonly instantText: InstantText;
}

export function utilityReportReply(format: ReportFormat, report: UtilityReport): Reply {
  const { blocks, meta, instantText, issued = false } = report;
  const texts = {
    '5': () =>
      reportXml(
        xmlHead({ ...report, queryname: 'SLD_FCST' }),
        blocks,
        withIssue(BOUNDED_TAGS, issued),
        utcText('+00:00'),
      ),
    '6': () => reportCsv(blocks, withIssue(UTILITY_COLUMNS, issued), instantText),
    '7': () => reportJson({ meta }, 'forecast', blocks, withIssue(UTILITY_KEYS, issued), instantText),
  }[format];
  return bodyReply(format, { name: 'forecast', blocks, pieces: texts() });
}

/** A small report in one of the three formats; its JSON is what the caller makes of the rows. */
export function tableReply(
  format: ReportFormat,
  table: ReportTable,
  toJson: (rows: Record<string, string | number>[]) => unknown,
): Reply {
  const body = {
    '5': () => tableXml(table, SOURCE, utcText('+00:00')),
    '6': () => tableCsv(table),
    '7': () => JSON.stringify(toJson(tableObjects(table))),
  }[format];
  return { status: 200, headers: headersOf(format, table.report), body: body() };
}

function xmlHead({ queryname, generatedAt }: Pick<LoadReport, 'queryname' | 'generatedAt'>): XmlHead {
  return { report: queryname, generatedAt, source: SOURCE };
}

/** XML and CSV are shown by browsers, and saved by tools under a name. */
function headersOf(format: ReportFormat, name: string): Record<string, string> {
  const type = { 'content-type': REPORT_TYPES[format] };
  if (format === '7') return type;
  return { ...type, 'content-disposition': `inline; filename="${name}.${format === '5' ? 'xml' : 'csv'}"` };
}

function bodyReply(
  format: ReportFormat,
  report: { readonly name: string; readonly blocks: readonly ReportBlock[]; readonly pieces: Iterable<ReportPiece> },
  pause?: () => Promise<void>,
): Reply {
  const { name, blocks, pieces } = report;
  const body = countRows(blocks) <= WHOLE_ROWS ? wholeOf(pieces) : streamOf(pieces, pause);
  const day = blocks[0] === undefined ? '' : `_${blocks[0].operatingDay}`;
  return { status: 200, headers: headersOf(format, name + day), body };
}

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
