import { type EndpointDescription, oneOf, REPORT_HEADERS } from '@loadcast/formats';
import * as z from 'zod';
import { REPORTS } from './reports/reports.data.js';
import { singleZipQuery } from './single-zip-query.js';

/** Every parameter of every report. One that a report lacks, or that only some need, is optional. */
function reportsQuery(): z.ZodObject {
  const shape: Record<string, z.ZodType> = { queryname: oneOf(REPORTS.map(({ queryname }) => queryname)) };
  for (const { query } of REPORTS) {
    for (const [name, schema] of Object.entries(query.shape)) shape[name] ??= z.optional(schema as z.ZodType);
  }
  return z.object(shape);
}

const query = reportsQuery();
const RANGE = 'startdatetime=20261120T08:00-0000&enddatetime=20261120T12:00-0000';
const NOTES = REPORTS.map(({ queryname, title }) => `\`${queryname}\`: ${title}`);
const XML = { type: 'application/xml', text: 'An OASISReport in the namespace and order of CAISO’s OASIS.' };
const CSV = {
  type: 'text/csv',
  columns: [...new Map(REPORTS.flatMap(({ columns }) => columns).map((names) => [names.join(), names])).values()],
  text: '14 columns for SLD_FCST and SLD_ACTUAL, 9 for SLD_FCST_ACCURACY, 5 for TAC_AREAS; the header row names them.',
};

export const reportsEndpoint = {
  path: '',
  name: 'getReport',
  title: 'Reports: forecast, load, accuracy or areas',
  notes: NOTES,
  access: 'key',
  conditional: true,
  query,
  answers: [CSV, XML, { type: 'application/json', schema: z.union(REPORTS.map(({ answer }) => answer)) }],
  errors: ['invalid_query', 'no_data'],
  headers: REPORT_HEADERS,
  errorTypes: ['application/xml', 'application/json'],
  examples: [
    `queryname=SLD_FCST&market_run_id=DAM&tac_area_name=CISO&${RANGE}`,
    `queryname=SLD_FCST&market_run_id=2DA&tac_area_name=PJM&${RANGE}&resultformat=7&issued=1`,
    `queryname=SLD_ACTUAL&tac_area_name=MISO&${RANGE}&resultformat=5`,
    `queryname=SLD_ACTUAL&${RANGE}&resultformat=7`,
    'queryname=SLD_FCST_ACCURACY&tac_area_name=ERCO&resultformat=7',
    'queryname=SLD_FCST_ACCURACY&resultformat=7',
    'queryname=TAC_AREAS&resultformat=7',
    'queryname=TAC_AREAS',
  ],
} as const satisfies EndpointDescription;

export const compatEndpoint = {
  ...reportsEndpoint,
  name: 'getLegacyReport',
  title: 'The reports of `/oasis` with the plan and quota of surface A; deprecated',
  notes: [...NOTES, 'New programs use `/v1/demand/forecast` and `/v1/demand/history`.'],
  query: query.extend({ resultformat: z.enum(['5', '6']).default('6') }),
  answers: [CSV, XML],
  errors: ['invalid_query', 'plan_limit', 'no_data'],
  errorTypes: ['application/xml'],
  headers: { ...REPORT_HEADERS, Deprecation: 'Time since which it is deprecated, RFC 9745.', Link: 'The successor.' },
  examples: [
    `queryname=SLD_FCST&market_run_id=DAM&tac_area_name=CISO&${RANGE}`,
    `queryname=SLD_ACTUAL&tac_area_name=CISO&${RANGE}`,
  ],
} as const satisfies EndpointDescription;

export const singleZipEndpoint = {
  path: '',
  name: 'getOasisArchive',
  title: 'The OASIS SingleZip interface for existing clients: a ZIP with one member',
  notes: [
    'XML unless `resultformat=6`. All runs when `market_run_id` is absent. Areas as OASIS names them: `CA ISO-TAC`, `PGE-TAC`, `SCE-TAC`, `SDGE-TAC`, `VEA-TAC`, and other grids by their code on `/oasis`. Parameter names in any case.',
    'Errors of the query are HTTP 200 with a ZIP that holds a numeric code; 401, 429, 404, 405 and 5xx keep their status and are XML.',
  ],
  access: 'key',
  conditional: true,
  query: z.object({ queryname: oneOf(['SLD_FCST']), ...singleZipQuery.shape }),
  answers: [{ type: 'application/x-zip-compressed', text: 'A ZIP with one XML or CSV member.' }],
  refusesIn200: true,
  headers: { ...REPORT_HEADERS, 'Content-Disposition': 'The name that OASIS gives the archive.' },
  errorTypes: ['application/xml'],
  examples: [`queryname=SLD_FCST&version=1&market_run_id=DAM&tac_area_name=CA+ISO-TAC&${RANGE}`],
} as const satisfies EndpointDescription;
