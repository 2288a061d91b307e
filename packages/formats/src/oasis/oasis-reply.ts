import type { EpochMs } from '@loadcast/core';
import type { Reply, RequestScope } from '../http.js';
import { createPause } from '../pause.js';
import { streamOf } from '../report/report-chunks.js';
import { reportCsv } from '../report/report-csv.js';
import type { ReportRows } from '../report/report-format.js';
import { utcText } from '../report/report-time.js';
import { reportXml } from '../report/report-xml.js';
import { REPORT_COLUMNS, REPORT_TAGS, withIssue } from '../report/rows/report-columns.data.js';
import { oasisBaseName, pacificTime } from './oasis-names.js';
import { zipOf } from './zip.js';

export const OASIS_TYPE = 'application/x-zip-compressed';

/** The header as OASIS writes it: inline, no quotes, a semicolon at the end, which clients look for. */
export function oasisDisposition(fileName: string): string {
  return `inline; filename=${fileName};`;
}

export interface OasisReport extends ReportRows {
  /** 5 is XML, 6 is CSV. */
  readonly format: '5' | '6';
  readonly start: EpochMs;
  readonly end: EpochMs;
  /** A run, or `N` for all. */
  readonly run: string;
}

/**
 * SLD_FCST as an OASIS client expects it: one member in a ZIP, stamps `-00:00`, everything on the Pacific clock.
 *
 * @param scope ends the work; absent where callers cannot disconnect
 */
export async function oasisReply(report: OasisReport, scope?: RequestScope): Promise<Reply> {
  const { format, start, end, run, blocks, generatedAt, issued = false } = report;
  const time = utcText('-00:00');
  const head = { report: 'SLD_FCST', generatedAt, source: 'OASIS', timeZone: 'PPT' };
  const pieces =
    format === '6'
      ? reportCsv(blocks, withIssue(REPORT_COLUMNS, issued), time)
      : reportXml(head, blocks, withIssue(REPORT_TAGS, issued), time);
  const base = oasisBaseName(start, end, run, generatedAt);
  const member = `${base}.${format === '6' ? 'csv' : 'xml'}`;
  return {
    status: 200,
    headers: { 'content-type': OASIS_TYPE, 'content-disposition': oasisDisposition(`${base}.zip`) },
    body: await zipOf(member, streamOf(pieces, createPause(scope)), pacificTime(generatedAt), scope?.signal),
  };
}
