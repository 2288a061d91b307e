import { HOUR_MS, type Vintage } from '@loadcast/core';
import { canonicalRows, runId } from '@loadcast/core/insight';
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
import type { RunsDeps } from './runs.js';
import { visibleRun } from './visible-run.js';

export const runQuery = z.object({
  as_of: instantParameter('iso').optional(),
  ...shapeParameters,
});

/** GET /v1/demand/runs/{run_id}: a run, whole. It never changes. */
export async function prepareRun(deps: RunsDeps, request: AuthedRequest): Promise<Prepared> {
  const query = readQuery(runQuery, request.query);
  const { receivedAt, principal } = request;
  requireEntitlement(principal.plan, { horizon: '15d' }, receivedAt);
  const id = request.path.slice(request.path.lastIndexOf('/') + 1);
  const { run, coded, isNewestAsked } = await visibleRun(deps, id, asOfInstant(query.as_of, receivedAt), request);
  const { area, code } = coded;
  const shape = insightShape(query, request);
  const { issuedAt, availableAt, dataCutoff, model, leftOut } = run;
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
        ...(leftOut && { left_out: leftOut.join('; ') }),
        sha256: sha256Hex(canonicalRows(run)),
      },
      shape,
      headers: issueHeader(issuedAt),
      about: runId(code, issuedAt),
      isImmutable: !isNewestAsked,
    },
    request,
  );
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
