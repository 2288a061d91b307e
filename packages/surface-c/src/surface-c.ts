import type { ReportDeps } from '@loadcast/core';
import { type Endpoint, peekQuery, routesOf, type Surface } from '@loadcast/formats';
import { demandEndpoint } from './demand.js';
import { historicalEndpoint } from './historical.js';
import { tacAreasEndpoint } from './tac-areas.js';

const ENDPOINTS: readonly Endpoint<ReportDeps>[] = [demandEndpoint, historicalEndpoint, tacAreasEndpoint];

const JSON_ONLY = new Set(
  ENDPOINTS.filter(({ answers }) => answers.every(({ type }) => type === 'application/json')).map(({ path }) => path),
);

/** Surface C: the 24-hour-ahead forecast of four California utilities. */
export function createSurfaceC(deps: ReportDeps): Surface {
  return {
    id: 'c',
    ...routesOf(ENDPOINTS, deps),
    dialect: ({ path, query }) =>
      JSON_ONLY.has(path) || peekQuery(query, 'resultformat') === '7' ? 'json' : 'oasis-xml',
  };
}
