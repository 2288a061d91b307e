import { type ReportDeps, ServiceError } from '@loadcast/core';
import { type Prepared, peekQuery, type Route, type Surface, type SurfaceRequest } from '@loadcast/formats';
import { reportRoute } from './surface-b.js';

/** When the compatibility endpoint became deprecated: with the first release of surface A. RFC 9745. */
const DEPRECATION = '@1764547200';

/**
 * Surface B's reports under surface A's plan and quota, for callers that have not moved yet: CSV and XML only, and
 * every answer names its successor.
 */
export function createCompatSurface(deps: ReportDeps): Surface {
  return {
    id: 'a',
    route: (request) => {
      const route = reportRoute(deps, request);
      return route && legacy(route);
    },
    dialect: () => 'oasis-xml',
    headers: ({ baseUrl }) => ({
      deprecation: DEPRECATION,
      link: `<${baseUrl}/v1/demand/forecast>; rel="successor-version"`,
    }),
  };
}

function legacy(route: Route): Route {
  if (route.access === 'public') {
    return { access: 'public', prepare: (request) => prepared(route.prepare, request) };
  }
  return { access: 'key', prepare: (request) => prepared(route.prepare, request) };
}

function prepared<R extends SurfaceRequest>(
  prepare: (request: R) => Prepared | Promise<Prepared>,
  request: R,
): Prepared | Promise<Prepared> {
  if (peekQuery(request.query, 'resultformat') === '7') {
    const expected = '5 (XML) or 6 (CSV)';
    throw new ServiceError('invalid_parameter', `resultformat: expected ${expected}; JSON is surface A's`, {
      parameter: 'resultformat',
      expected,
    });
  }
  return prepare(request);
}
