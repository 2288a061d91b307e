import { HOUR_MS, type Vintage } from '@loadcast/core';
import { canonicalRows, runId } from '@loadcast/core/insight';
import { asOfInstant, ISSUE_HEADERS, isoUtc, issueHeader, megawatts, type Table, tableOf } from '@loadcast/formats';
import { sha256Hex } from '@loadcast/formats/node';
import * as z from 'zod';
import { readParameters } from '../answer-shape.js';
import * as fields from '../answers/answer-fields.js';
import { tableAnswers, unchangingRowsOf } from '../answers/answer-forms.js';
import { readEndpoint } from '../answers/read-endpoint.js';
import { timeColumns } from '../parameters/wall-clock.js';
import { insightShape } from './insight-shape.js';
import { rowsAnswer } from './rows-answer.js';
import { readRunId } from './run-id.js';
import type { RunsDeps } from './runs.js';
import { runSight, visibleRun } from './visible-run.js';

const runQuery = z.object({
  ...readParameters,
});

const runAnswer = unchangingRowsOf(
  { ...fields.hourColumns, value_mw: megawatts(), ...fields.bounds },
  { ...fields.aboutRun, left_out: fields.leftOut.optional(), sha256: fields.digest },
);

/** GET /v1/demand/runs/{run_id}: a run, whole. It never changes. */
export const runEndpoint = readEndpoint({
  path: '/demand/runs/{run_id}',
  segmentExamples: { run_id: 'PJM-newest' },
  name: 'getRun',
  title: 'One run, all its hours',
  notes: [
    'All 384 hours, for plans with the horizon of 15 days. A run never changes: `Cache-Control` lets the caller keep it for a year. `PJM-newest` is the newest run of PJM, under its own `run_id`.',
  ],
  query: runQuery,
  headers: ISSUE_HEADERS,
  answers: tableAnswers(runAnswer),
  examples: ['', 'tz=market', 'format=csv', 'format=columns'],
  shows: ({ as_of }, { path, areas, receivedAt }) => ({
    ...runSight(readRunId(areas, idIn(path)), asOfInstant(as_of, receivedAt)),
    horizon: '15d',
  }),
  async prepare(deps: RunsDeps, query, request) {
    const asOf = asOfInstant(query.as_of, request.receivedAt);
    const { run, coded, isNewestAsked } = await visibleRun(deps, request.areas, idIn(request.path), asOf);
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
  },
});

const idIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

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
