import type { ReportDeps } from '@loadcast/core';
import { peekQuery, type Route, type Surface, type SurfaceRequest } from '@loadcast/formats';
import { reportsEndpoint } from './endpoints/endpoints.data.js';
import { findReport } from './reports/find-report.js';
import { REPORTS } from './reports/reports.data.js';

/** What a query that names no report could have meant. */
const ALL_PARAMETERS = [...new Set(REPORTS.flatMap(({ parameters }) => parameters))];

/** Surface B: one endpoint, a report for each row of `REPORTS`. */
export function createSurfaceB(deps: ReportDeps): Surface {
  return {
    id: 'b',
    endpoints: [reportsEndpoint],
    route: (request) => reportRoute(deps, request),
    dialect: ({ query }) => (peekQuery(query, 'resultformat') === '7' ? 'json' : 'oasis-xml'),
  };
}

/**
 * The route of B's one path: that of the report a query names. A query that names none needs a key before that error,
 * as does whatever merely resembles a public report. Never throws.
 */
export function reportRoute(deps: ReportDeps, request: SurfaceRequest): Route | undefined {
  if (request.path !== '') return undefined;
  try {
    return findReport(request.query).route(deps);
  } catch (refusal) {
    return {
      access: 'key',
      parameters: ALL_PARAMETERS,
      prepare() {
        throw refusal;
      },
    };
  }
}
