import { Areas, type ReportDeps, ServiceError } from '@loadcast/core';
import {
  type EndpointDescription,
  echoed,
  oneOf,
  peekQuery,
  REPORT_HEADERS,
  type Route,
  readQuery,
  type Surface,
  type SurfaceRequest,
} from '@loadcast/formats';
import { remembered } from '@loadcast/formats/node';
import * as z from 'zod';
import type { Report } from './reports/report.js';
import { REPORTS } from './reports/reports.data.js';

/** What a query that names no report could have meant. */
const ALL_PARAMETERS = [...new Set(REPORTS.flatMap(({ parameters }) => parameters))];

/** Every parameter of every report. One that a report lacks, or that only some need, is optional. */
function reportsQuery(): z.ZodObject {
  const shape: Record<string, z.ZodType> = { queryname: oneOf(REPORTS.map(({ queryname }) => queryname)) };
  for (const { query } of REPORTS) {
    for (const [name, schema] of Object.entries(query.shape)) shape[name] ??= z.optional(schema as z.ZodType);
  }
  return z.object(shape);
}

/** Reads `14 columns for SLD_FCST and SLD_ACTUAL, 5 for TAC_AREAS`, and so on. */
function columnCounts(): string {
  const counts = [...new Set(REPORTS.map(({ columns }) => columns[0]?.length ?? 0))];
  const names = (count: number) =>
    REPORTS.filter(({ columns }) => columns[0]?.length === count).map(({ queryname }) => queryname);
  return counts
    .map((count, at) => `${count}${at === 0 ? ' columns' : ''} for ${names(count).join(' and ')}`)
    .join(', ');
}

const headerRows = REPORTS.flatMap(({ columns }) => columns);

export const reportsEndpoint = {
  path: '',
  name: 'getReport',
  title: 'Reports: forecast, load, accuracy or areas',
  notes: REPORTS.map(({ queryname, title }) => `\`${queryname}\`: ${title}`),
  access: 'key',
  conditional: true,
  query: reportsQuery(),
  answers: [
    {
      type: 'text/csv',
      columns: [...new Map(headerRows.map((names) => [names.join(), names])).values()],
      text: `${columnCounts()}; the header row names them.`,
    },
    { type: 'application/xml', text: 'An OASISReport in the namespace and order of CAISO’s OASIS.' },
    { type: 'application/json', schema: z.union(REPORTS.map(({ answer }) => answer)) },
  ],
  errors: ['invalid_query', 'no_data'],
  headers: REPORT_HEADERS,
  errorTypes: ['application/xml', 'application/json'],
  examples: REPORTS.flatMap(({ queryname, examples }) =>
    examples.map((query) => [`queryname=${queryname}`, ...(query ? [query] : [])].join('&')),
  ),
} as const satisfies EndpointDescription;

/** Surface B: one endpoint, a report for each row of `REPORTS`. */
export function createSurfaceB(deps: ReportDeps): Surface {
  return {
    id: 'b',
    endpoints: [reportsEndpoint],
    route: reportRoutes(deps),
    dialect: ({ query }) => (peekQuery(query, 'resultformat') === '7' ? 'json' : 'oasis-xml'),
  };
}

/** The route of B's one path, by request: the route of the report that a query names. Recent queries are not read again. */
export function reportRoutes(deps: ReportDeps): (request: SurfaceRequest) => Route | undefined {
  const routeOf = remembered((query) => routeOfQuery(deps, query));
  return ({ path, query }) => (path === '' ? routeOf(query) : undefined);
}

/** A query that names no report needs a key before that error, as does one that merely resembles a public report. Never throws. */
function routeOfQuery(deps: ReportDeps, query: string): Route {
  try {
    return findReport(query).route(deps);
  } catch (refusal) {
    return {
      access: 'key',
      pattern: '',
      parameters: ALL_PARAMETERS,
      read() {
        throw refusal;
      },
    };
  }
}

/** The name of a report names no area. */
const NO_AREAS = new Areas([]);
const namedQuery = z.object({ queryname: z.string() });

/** Which report a query names. Trimmed, case ignored. @throws {ServiceError} missing_parameter, invalid_query */
function findReport(query: string): Report {
  const { queryname: written } = readQuery(namedQuery, { query, areas: NO_AREAS });
  const name = written.trim().toUpperCase();
  const report = REPORTS.find(({ queryname }) => queryname === name);
  if (report) return report;
  const expected = `one of ${REPORTS.map(({ queryname }) => queryname).join(', ')}`;
  throw new ServiceError('invalid_query', `queryname: expected ${expected}; got "${echoed(written)}"`, {
    parameter: 'queryname',
    expected,
  });
}
