import { NO_GRID_DATA } from '@loadcast/core/quota';
import { endpoint, json, noEffect } from '@loadcast/formats';
import { etagOf } from '@loadcast/formats/node';
import * as z from 'zod';
import { marketRun, tacArea } from './answer-fields.js';
import { UTILITY_RUNS } from './utility-runs.data.js';

const areasQuery = z.object({
  as_of: noEffect('the list of areas does not depend on time'),
  issued: noEffect('only forecasts are issued'),
});

export const tacAreasAnswer = z.strictObject({
  count: z.int(),
  tac_areas: z.array(
    z.strictObject({
      tac_area: tacArea,
      utility: z.string(),
      territory: z.string(),
      timezone: z.string(),
      status: z.literal('active'),
      market_run_ids: z.array(marketRun),
    }),
  ),
});

/** GET /forecast/v1/tac-areas. */
export const tacAreasEndpoint = endpoint({
  path: '/tac-areas',
  name: 'listUtilities',
  title: 'The utilities, with their territories and runs',
  access: 'key',
  conditional: true,
  query: areasQuery,
  answers: [{ type: 'application/json', schema: tacAreasAnswer }],
  examples: [''],
  shows: () => NO_GRID_DATA,
  prepare(_deps: object, _query, { areas }) {
    const rows = areas.coded('c').map(({ area, code }) => ({
      tac_area: code,
      utility: area.name,
      territory: area.territory,
      timezone: area.timezone,
      status: 'active',
      market_run_ids: UTILITY_RUNS,
    }));
    const etag = etagOf('c areas', JSON.stringify(rows));
    const body = { count: rows.length, tac_areas: rows };
    return { regions: [], etag, reply: () => json(200, body) };
  },
});
