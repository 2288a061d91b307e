import { type ForecastDeps, HORIZON_IDS, RESOLUTIONS, readForecast } from '@loadcast/core';
import {
  type AuthedRequest,
  areaParameter,
  asOfInstant,
  instantParameter,
  JSON_TYPE,
  oneOf,
  type Prepared,
  readQuery,
} from '@loadcast/formats';
import { etagOf } from '@loadcast/formats/node';
import * as z from 'zod';
import type { Bodies } from './json/bodies.js';
import { forecastMeta, forecastPoints } from './json/forecast-json.js';

export const forecastQuery = z.object({
  region: areaParameter('a'),
  horizon: oneOf(HORIZON_IDS).default('1d'),
  resolution: oneOf(RESOLUTIONS).default('1h'),
  as_of: instantParameter('iso').optional(),
});

export interface ForecastRouteDeps extends ForecastDeps {
  readonly bodies: Bodies;
}

/** GET /v1/demand/forecast */
export async function prepareForecast(deps: ForecastRouteDeps, request: AuthedRequest): Promise<Prepared> {
  const { region, horizon, resolution, as_of } = readQuery(forecastQuery, request.query);
  const now = request.receivedAt;
  const { area, code } = region;
  const { plan } = request.principal;
  const view = await readForecast(deps, { area, horizon, resolution, plan, now, asOf: asOfInstant(as_of, now) });

  const { issuedAt, model } = view.vintage;
  const version = [issuedAt, view.vintage.availableAt, model.name, model.version];
  // Also the key of the kept bytes: `view.entitlement` must be in it.
  const etag = etagOf('a forecast', code, ...version, view.start, horizon, resolution, view.entitlement);
  return {
    regions: [area.id],
    etag,
    reply: () => ({
      status: 200,
      headers: { 'content-type': JSON_TYPE },
      body: deps.bodies.body(etag, () => forecastPoints(view), forecastMeta(view, code, now)),
    }),
  };
}
