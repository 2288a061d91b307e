import type { ReportDeps } from '@loadcast/core';
import { type AuthedRequest, type Prepared, peekQuery, type Surface } from '@loadcast/formats';
import { demand } from './demand.js';
import { historical } from './historical.js';
import { tacAreas } from './tac-areas.js';

type Prepare = (deps: ReportDeps, request: AuthedRequest) => Prepared | Promise<Prepared>;

interface Endpoint {
  readonly prepare: Prepare;
  /** Only `/demand` has other formats than JSON. */
  readonly jsonOnly: boolean;
}

const ENDPOINTS: ReadonlyMap<string, Endpoint> = new Map<string, Endpoint>([
  ['/demand', { prepare: demand, jsonOnly: false }],
  ['/historical', { prepare: historical, jsonOnly: true }],
  ['/tac-areas', { prepare: tacAreas, jsonOnly: true }],
]);

/** Surface C: the 24-hour-ahead forecast of four California utilities. */
export function createSurfaceC(deps: ReportDeps): Surface {
  return {
    id: 'c',
    route: ({ path }) => {
      const endpoint = ENDPOINTS.get(path);
      return endpoint && { access: 'key', prepare: (request) => endpoint.prepare(deps, request) };
    },
    dialect: ({ path, query }) =>
      ENDPOINTS.get(path)?.jsonOnly || peekQuery(query, 'resultformat') === '7' ? 'json' : 'oasis-xml',
  };
}
