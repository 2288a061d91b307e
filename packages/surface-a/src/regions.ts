import { codedAreas } from '@loadcast/core';
import { isoUtc, json, noEffect, type Prepared, readQuery, type SurfaceRequest } from '@loadcast/formats';
import { etagOf } from '@loadcast/formats/node';
import * as z from 'zod';

export const regionsQuery = z.object({ as_of: noEffect('the list of regions is the same at every instant') });

const RECORDS = codedAreas('a').map(({ area, code }) => ({
  region: code,
  iso_name: area.name,
  area: area.territory,
  timezone: area.timezone,
  available_horizons: area.horizons,
  available_resolutions: area.resolutions,
  aliases: area.codes.a.flatMap(({ aliases = [] }) => aliases),
  status: area.status,
}));
const ETAG = etagOf('a regions', JSON.stringify(RECORDS));

/** GET /v1/regions: the same for every caller, no key needed. */
export function prepareRegions(request: SurfaceRequest): Prepared {
  readQuery(regionsQuery, request.query);
  const meta = { count: RECORDS.length, generated_at: isoUtc(request.receivedAt) };
  return {
    regions: [],
    etag: ETAG,
    reply: () => json(200, { status: 'success', data: RECORDS, meta }),
  };
}
