import type { Areas, EpochMs } from '@loadcast/core';
import { noEffect, type Prepared, type ReportFormat, type ReportTable, tableReply } from '@loadcast/formats';
import { etagOf } from '@loadcast/formats/node';
import * as z from 'zod';
import { areasAnswer } from '../endpoints/answers.js';
import { publicReport } from './report.js';
import { common, neverIssued } from './report-query.js';

const COLUMNS = ['TAC_AREA_NAME', 'GRID_ID', 'ISO', 'TIMEZONE', 'STATUS'];
const rowsOf = (areas: Areas) =>
  areas.coded('b').map(({ area, code }) => ({
    iso: area.iso,
    timeZone: area.oasisTimezone,
    cells: [code, area.codes.a[0]?.code ?? code, area.iso, area.timezone, 'active'],
  }));

export const tacAreas = publicReport({
  queryname: 'TAC_AREAS',
  title: 'the areas; needs no key.',
  answer: areasAnswer,
  columns: [COLUMNS],
  query: z.object({ ...common, ...neverIssued, as_of: noEffect('the list of areas does not depend on time') }),
  examples: ['resultformat=7', ''],
  prepare: ({ resultformat }, { areas, receivedAt }) => prepareAreasReport(resultformat, areas, receivedAt),
});

/** The eight codes with grid ID (surface A's code), ISO, timezone and status. The same for every caller. */
function prepareAreasReport(format: ReportFormat, areas: Areas, generatedAt: EpochMs): Prepared {
  const rows = rowsOf(areas);
  const etag = etagOf('b areas', format, JSON.stringify(rows));
  const table: ReportTable = { report: 'TAC_AREAS', columns: COLUMNS, rows, generatedAt };
  const toJson = (data: unknown[]) => ({ queryname: 'TAC_AREAS', count: data.length, data });
  return { regions: [], etag, reply: () => tableReply(format, table, toJson) };
}
