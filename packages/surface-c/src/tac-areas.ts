import { codedAreas, type ReportDeps } from '@loadcast/core';
import { type AuthedRequest, json, noEffect, type Prepared, readQuery } from '@loadcast/formats';
import { etagOf } from '@loadcast/formats/node';
import * as z from 'zod';
import { UTILITY_RUNS } from './utility-runs.data.js';

export const areasQuery = z.object({
  as_of: noEffect('the list of areas is the same at every instant'),
  issued: noEffect('only forecasts are issued'),
});

/** GET /forecast/v1/tac-areas. */
export function tacAreas(_deps: ReportDeps, { query }: AuthedRequest): Prepared {
  readQuery(areasQuery, query);
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
