import { type AreaId, type EpochMs, HOUR_MS, ServiceError, type Vintage, type VintageStore } from '@loadcast/core';
import { canonicalRows } from '@loadcast/core/insight';
import { requireEntitlement } from '@loadcast/core/quota';
import {
  type AuthedRequest,
  asOfInstant,
  instantParameter,
  isoUtc,
  issueHeader,
  type Prepared,
  readQuery,
  type Table,
  tableOf,
  timeColumns,
} from '@loadcast/formats';
import { sha256Hex } from '@loadcast/formats/node';
import * as z from 'zod';
import { shapeParameters } from '../answer-shape.js';
import { insightShape } from './insight-shape.js';
import { rowsAnswer } from './rows-answer.js';
import { readRunId, runId } from './run-id.js';
import type { RunsDeps } from './runs.js';

export const runQuery = z.object({
  as_of: instantParameter('iso').optional(),
  ...shapeParameters,
});

/** GET /v1/demand/runs/{run_id}: a run, whole. It never changes. */
export async function prepareRun(deps: RunsDeps, request: AuthedRequest): Promise<Prepared> {
  const query = readQuery(runQuery, request.query);
  const name = readRunId(request.path.slice(request.path.lastIndexOf('/') + 1));
  const { area, code } = name.coded;
  const { receivedAt, principal } = request;
  const asOf = asOfInstant(query.as_of, receivedAt);
  requireEntitlement(principal.plan, { horizon: '15d' }, receivedAt);
  const newest = await deps.vintages.newest(area.id, asOf);
  const run = name.issuedAt === 'newest' ? newest : await available(deps.vintages, area.id, name.issuedAt, asOf);
  if (!run) throw unknownRun(code, request.path);
  // The newest run is visible however old it is.
  const isNewest = run.issuedAt === newest?.issuedAt;
  if (!isNewest) requireEntitlement(principal.plan, { historyFrom: run.availableAt }, receivedAt);

  const shape = insightShape(query, request);
  const { issuedAt, availableAt, dataCutoff, model } = run;
  return rowsAnswer(
    {
      name: 'run',
      regions: [area.id],
      table: runTable(run, code, shape.zoneFor(area)),
      meta: {
        run_id: runId(code, issuedAt),
        region: code,
        issued_at: isoUtc(issuedAt),
        available_at: isoUtc(availableAt),
        data_cutoff: isoUtc(dataCutoff),
        model: model.name,
        version: model.version,
        sha256: sha256Hex(canonicalRows(run)),
      },
      shape,
      headers: issueHeader(issuedAt),
      about: runId(code, issuedAt),
      isImmutable: name.issuedAt !== 'newest',
    },
    request,
  );
}

async function available(
  vintages: Pick<VintageStore, 'issued'>,
  areaId: AreaId,
  issuedAt: EpochMs,
  asOf: EpochMs,
): Promise<Vintage | undefined> {
  const run = await vintages.issued(areaId, issuedAt);
  return run && run.availableAt <= asOf ? run : undefined;
}

function unknownRun(code: string, path: string): Error {
  const id = path.slice(path.lastIndexOf('/') + 1);
  return new ServiceError('no_data', `No data for ${code}: no run ${id} was available at that instant`, {
    reason: 'not_issued',
  });
}

function runTable({ start, valueMw, p10Mw, p90Mw }: Vintage, code: string, zone: string | undefined): Table {
  const starts = Array.from(valueMw, (_, hour) => start + hour * HOUR_MS);
  return tableOf(starts.length, [
    ...timeColumns(starts, zone),
    { name: 'region', kind: 'text', values: starts.map(() => code) },
    { name: 'value_mw', kind: 'number', values: valueMw },
    { name: 'p10', kind: 'number', values: p10Mw },
    { name: 'p90', kind: 'number', values: p90Mw },
  ]);
}
