import { type CodedArea, ServiceError } from '@loadcast/core';
import { type AreaSnapshot, readSnapshot, type SnapshotDeps } from '@loadcast/core/insight';
import { entitlementClass, requireEntitlement } from '@loadcast/core/quota';
import {
  type AuthedRequest,
  asOfInstant,
  instantParameter,
  isoUtc,
  LISTED_AREAS,
  type Prepared,
  readQuery,
  regionsParameter,
} from '@loadcast/formats';
import * as z from 'zod';
import { shapeParameters } from '../answer-shape.js';
import { newestIssueHeader } from '../tables/newest-issue.js';
import { insightShape } from './insight-shape.js';
import { rowsAnswer } from './rows-answer.js';
import { snapshotTable } from './tables/snapshot-table.js';

export const snapshotQuery = z.object({
  region: regionsParameter().optional().meta({ default: 'all' }),
  as_of: instantParameter('iso').optional(),
  ...shapeParameters,
});

/** GET /v1/demand/snapshot: one row an area, for a dashboard that asks once. It counts as one call, and against no region's cap. */
export async function prepareSnapshot(deps: SnapshotDeps, request: AuthedRequest): Promise<Prepared> {
  const query = readQuery(snapshotQuery, request.query);
  const { region: areas = LISTED_AREAS, as_of } = query;
  const { receivedAt, principal } = request;
  const asOf = asOfInstant(as_of, receivedAt);
  if (as_of) requireEntitlement(principal.plan, { historyFrom: asOf }, receivedAt);
  const rows: (AreaSnapshot & { readonly code: string })[] = [];
  for (const { area, code } of areas) rows.push({ ...(await readSnapshot(deps, area, asOf)), code });
  if (!rows.some(({ run, actual }) => run || actual)) throw nothingKnown(areas);

  const shape = insightShape(query, request);
  const hasBounds = entitlementClass(principal.plan) === 'bounds';
  const table = snapshotTable(rows, { hasBounds, zoneFor: shape.zoneFor, asOf });
  const answer = {
    name: 'snapshot',
    regions: areas.map(({ area }) => area.id),
    table,
    meta: as_of ? { as_of: isoUtc(asOf) } : {},
    headers: newestIssueHeader(table),
    shape,
    about: isoUtc(asOf).slice(0, 10),
  };
  return { ...rowsAnswer(answer, request), isUncapped: true };
}

function nothingKnown(areas: readonly CodedArea[]): Error {
  const codes = areas.map(({ code }) => code).join(', ');
  return new ServiceError('no_data', `No data for ${codes}: neither load nor a forecast was known at that instant`, {
    reason: 'not_loaded',
  });
}
