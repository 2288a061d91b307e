import type { ReportDeps } from '@loadcast/core';
import {
  type ArrivedRequest,
  type EndpointDescription,
  peekQuery,
  REPORT_HEADERS,
  type Route,
  refused,
  type Surface,
  type SurfaceRequest,
} from '@loadcast/formats';
import * as z from 'zod';
import { RANGE } from './reports/report-query.js';
import { reportRoutes, reportsEndpoint } from './surface-b.js';

const compatEndpoint = {
  ...reportsEndpoint,
  name: 'getLegacyReport',
  title: 'The reports of `/oasis` with the plan and quota of REST; deprecated',
  notes: [...reportsEndpoint.notes, 'New programs use `/v1/demand/forecast` and `/v1/demand/history`.'],
  query: reportsEndpoint.query.extend({ resultformat: z.enum(['5', '6']).default('6') }),
  answers: [reportsEndpoint.answers[0], reportsEndpoint.answers[1]],
  errors: ['invalid_query', 'plan_limit', 'no_data'],
  errorTypes: ['application/xml'],
  headers: { ...REPORT_HEADERS, Deprecation: 'Time since which it is deprecated, RFC 9745.', Link: 'The successor.' },
  examples: [
    `queryname=SLD_FCST&market_run_id=DAM&tac_area_name=CISO&${RANGE}`,
    `queryname=SLD_ACTUAL&tac_area_name=CISO&${RANGE}`,
  ],
} as const satisfies EndpointDescription;

/** When the compatibility endpoint became deprecated: with the first release of surface A. RFC 9745. */
const DEPRECATION = '@1764547200';

/** The endpoint of surface A that answers what a report does. */
const SUCCESSORS: ReadonlyMap<string, string> = new Map([
  ['SLD_FCST', '/v1/demand/forecast'],
  ['SLD_ACTUAL', '/v1/demand/history'],
  ['SLD_FCST_ACCURACY', '/v1/demand/accuracy'],
  ['TAC_AREAS', '/v1/regions'],
]);

function successorOf(query: string): string {
  const report = peekQuery(query, 'queryname')?.trim().toUpperCase() ?? '';
  return SUCCESSORS.get(report) ?? '/v1/demand/forecast';
}

/**
 * Surface B's reports under surface A's plan and quota, for callers that have not moved yet: CSV and XML only, and
 * every answer names its successor.
 */
export function createCompatSurface(deps: ReportDeps): Surface {
  const routeOf = reportRoutes(deps);
  return {
    id: 'a',
    endpoints: [compatEndpoint],
    route: (request) => {
      const route = routeOf(request);
      return route && legacy(route);
    },
    dialect: () => 'oasis-xml',
    headers: ({ baseUrl, query }) => ({
      deprecation: DEPRECATION,
      link: `<${baseUrl}${successorOf(query)}>; rel="successor-version"`,
    }),
  };
}

function legacy(route: Route): Route {
  return route.access !== 'key'
    ? { ...route, prepare: withoutJson(route.prepare) }
    : { ...route, read: withoutJson(route.read) };
}

/** A step that refuses requests for JSON. */
function withoutJson<R extends SurfaceRequest, T>(step: (request: R, arrived: ArrivedRequest) => T): typeof step {
  return (request, arrived) => {
    if (peekQuery(request.query, 'resultformat') !== '7') return step(request, arrived);
    const expected = '5 (XML) or 6 (CSV)';
    throw refused('resultformat', expected, `resultformat: expected ${expected}; for JSON use /v1`);
  };
}
