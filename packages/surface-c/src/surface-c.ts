import type { ReportDeps } from '@loadcast/core';
import { type EndpointDescription, keyRoute, peekQuery, routesOf, type Surface } from '@loadcast/formats';
import { demand } from './demand.js';
import { demandEndpoint, historicalEndpoint, tacAreasEndpoint } from './endpoints/endpoints.data.js';
import { historical } from './historical.js';
import { tacAreas } from './tac-areas.js';

/** Surface C: the 24-hour-ahead forecast of four California utilities. */
export function createSurfaceC(deps: ReportDeps): Surface {
  const { endpoints = [], route } = routesOf([
    keyRoute(demandEndpoint, (request) => demand(deps, request)),
    keyRoute(historicalEndpoint, (request) => historical(deps, request)),
    keyRoute(tacAreasEndpoint, (request) => tacAreas(deps, request)),
  ]);
  const jsonOnly = new Set(endpoints.filter(isJsonOnly).map(({ path }) => path));
  return {
    id: 'c',
    endpoints,
    route,
    dialect: ({ path, query }) =>
      jsonOnly.has(path) || peekQuery(query, 'resultformat') === '7' ? 'json' : 'oasis-xml',
  };
}

const isJsonOnly = ({ answers }: EndpointDescription): boolean =>
  answers.every(({ type }) => type === 'application/json');
