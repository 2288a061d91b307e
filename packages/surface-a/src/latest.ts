import { type EpochMs, type LatestDeps, readLatest } from '@loadcast/core';
import { entitlementClass, requireEntitlement } from '@loadcast/core/quota';
import {
  type AuthedRequest,
  areaParameter,
  asOfInstant,
  instantParameter,
  isoUtc,
  issueHeader,
  json,
  type Prepared,
  readQuery,
  roundMw,
  tableAnswerReply,
  wallClockText,
} from '@loadcast/formats';
import { etagOf } from '@loadcast/formats/node';
import * as z from 'zod';
import { shapeOf, shapeParameters } from './answer-shape.js';
import { latestTable } from './tables/latest-table.js';

export const latestQuery = z.object({
  region: areaParameter('a'),
  as_of: instantParameter('iso').optional(),
  ...shapeParameters,
});

/** GET /v1/demand/latest */
export async function prepareLatest(deps: LatestDeps, request: AuthedRequest): Promise<Prepared> {
  const query = readQuery(latestQuery, request.query);
  const { region, as_of } = query;
  const { receivedAt, principal } = request;
  const asOf = asOfInstant(as_of, receivedAt);
  if (as_of) requireEntitlement(principal.plan, { historyFrom: asOf }, receivedAt);
  const view = await readLatest(deps, region.area, asOf);
  const { actual, forecast } = view;
  const { format, zone } = shapeOf(query, request, region.area);

  const values = [actual.start, actual.valueMw, forecast.start, forecast.valueMw, forecast.issuedAt];
  const etag = etagOf('a latest', region.code, ...values, entitlementClass(principal.plan), format, zone ?? '');
  const data = {
    region: region.code,
    actual: { timestamp: isoUtc(actual.start), ...wallMembers(actual.start, zone), value_mw: roundMw(actual.valueMw) },
    forecast: {
      timestamp: isoUtc(forecast.start),
      ...wallMembers(forecast.start, zone),
      value_mw: roundMw(forecast.valueMw),
      issued_at: isoUtc(forecast.issuedAt),
    },
  };
  const issued = issueHeader(forecast.issuedAt);
  return {
    regions: [region.area.id],
    etag,
    reply: () =>
      format === 'json'
        ? json(200, { status: 'success', data }, issued)
        : tableAnswerReply(
            format,
            {
              table: latestTable(view, region.code, zone),
              meta: { region: region.code },
              fileName: `latest_${region.code}`,
              headers: issued,
            },
            request,
          ),
  };
}

function wallMembers(instant: EpochMs, zone: string | undefined): { time_local?: string } {
  return zone === undefined ? {} : { time_local: wallClockText(zone, instant) };
}
