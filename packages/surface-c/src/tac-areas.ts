import { codedAreas, type ReportDeps } from '@loadcast/core';
import { type AuthedRequest, json, type Prepared } from '@loadcast/formats';
import { etagOf } from '@loadcast/formats/node';
import { UTILITY_RUNS } from './utility-runs.data.js';

/** GET /forecast/v1/tac-areas. */
export function tacAreas(_deps: ReportDeps, _request: AuthedRequest): Prepared {
  const rows = codedAreas('c').map(({ area, code }) => ({
    tac_area: code,
    utility: area.name,
    territory: area.territory,
    timezone: area.timezone,
    status: area.status,
    market_run_ids: UTILITY_RUNS,
  }));
  const etag = etagOf('c areas', JSON.stringify(rows));
  const body = { count: rows.length, tac_areas: rows };
  return { regions: [], etag, reply: () => json(200, body) };
}
