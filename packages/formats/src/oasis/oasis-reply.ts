import type { EpochMs } from '@loadcast/core';
import type { Reply } from '../http.js';
import { streamOf } from '../report/report-chunks.js';
import { reportCsv } from '../report/report-csv.js';
import { utcText } from '../report/report-time.js';
import { reportXml } from '../report/report-xml.js';
import type { ReportBlock } from '../report/rows/report-blocks.js';
import { REPORT_COLUMNS, REPORT_TAGS } from '../report/rows/report-columns.data.js';
import { oasisBaseName, pacificTime } from './oasis-names.js';
import { zipOf } from './zip.js';

export const OASIS_TYPE = 'application/x-zip-compressed';

/** As OASIS writes it: inline, no quotes, a semicolon at the end, which clients look for. */
export function oasisDisposition(fileName: string): string {
  return `inline; filename=${fileName};`;
}

export interface OasisReport {
  /** 5 is XML, 6 is CSV. */
  readonly format: '5' | '6';
  readonly start: EpochMs;
  readonly end: EpochMs;
  /** A run, or `N` for all. */
  readonly run: string;
  readonly blocks: readonly ReportBlock[];
  readonly generatedAt: EpochMs;
}

/** SLD_FCST as an OASIS client expects it: one member in a ZIP, stamps `-00:00`, everything on the Pacific clock. */
export async function oasisReply(report: OasisReport): Promise<Reply> {
  const { format, start, end, run, blocks, generatedAt } = report;
  const time = utcText('-00:00');
  const head = { report: 'SLD_FCST', generatedAt, source: 'OASIS', timeZone: 'PPT' };
  const texts = format === '6' ? reportCsv(blocks, REPORT_COLUMNS, time) : reportXml(head, blocks, REPORT_TAGS, time);
  const base = oasisBaseName(start, end, run, generatedAt);
  const member = `${base}.${format === '6' ? 'csv' : 'xml'}`;
  return {
    status: 200,
    headers: { 'content-type': OASIS_TYPE, 'content-disposition': oasisDisposition(`${base}.zip`) },
    body: await zipOf(member, streamOf(texts), pacificTime(generatedAt)),
  };
}
