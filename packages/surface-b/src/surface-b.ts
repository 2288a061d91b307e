import type { ReportDeps } from '@loadcast/core';
import { peekQuery, type Route, type Surface, type SurfaceRequest } from '@loadcast/formats';
import { remembered } from '@loadcast/formats/node';
import { reportsEndpoint } from './endpoints.data.js';
import { findReport } from './reports/find-report.js';
import { REPORTS } from './reports/reports.data.js';

/** What a query that names no report could have meant. */
const ALL_PARAMETERS = [...new Set(REPORTS.flatMap(({ parameters }) => parameters))];

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
