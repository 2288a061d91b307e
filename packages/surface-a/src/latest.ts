import { type LatestDeps, readLatest } from '@loadcast/core';
import { entitlementClass } from '@loadcast/core/quota';
import {
  type AuthedRequest,
  areaParameter,
  asOfInstant,
  instantParameter,
  isoUtc,
  json,
  type Prepared,
  readQuery,
  roundMw,
} from '@loadcast/formats';
import { etagOf } from '@loadcast/formats/node';
import * as z from 'zod';

export const latestQuery = z.object({
  region: areaParameter('a'),
  as_of: instantParameter('iso').optional(),
});

/** GET /v1/demand/latest */
export async function prepareLatest(deps: LatestDeps, request: AuthedRequest): Promise<Prepared> {
  const { region, as_of } = readQuery(latestQuery, request.query);
  const { actual, forecast } = await readLatest(deps, region.area, asOfInstant(as_of, request.receivedAt));

  const values = [actual.start, actual.valueMw, forecast.start, forecast.valueMw, forecast.issuedAt];
  const etag = etagOf('a latest', region.code, ...values, entitlementClass(request.principal.plan));
  const data = {
    region: region.code,
    actual: { timestamp: isoUtc(actual.start), value_mw: roundMw(actual.valueMw) },
    forecast: {
      timestamp: isoUtc(forecast.start),
      value_mw: roundMw(forecast.valueMw),
      issued_at: isoUtc(forecast.issuedAt),
    },
  };
  return {
    regions: [region.area.id],
    etag,
    reply: () => json(200, { status: 'success', data }),
  };
}
