import { ServiceError } from '@loadcast/core';
import { canonicalRows, genesisText, runId } from '@loadcast/core/insight';
import {
  type AuthedRequest,
  asOfInstant,
  instantParameter,
  type Prepared,
  readQuery,
  type TableColumn,
  tableOf,
} from '@loadcast/formats';
import { sha256Hex } from '@loadcast/formats/node';
import * as z from 'zod';
import { shapeParameters } from '../answer-shape.js';
import { insightShape } from './insight-shape.js';
import { rowsAnswer } from './rows-answer.js';
import type { RunsDeps } from './runs.js';
import { visibleRun } from './visible-run.js';

export const proofQuery = z.object({
  as_of: instantParameter('iso').optional(),
  format: shapeParameters.format,
});

/** How the text that a run's digest is of is written after `canonical_head`. */
const CANONICAL_ROWS =
  'SHA-256 of UTF-8 text, each line ending with a line feed: the lines of canonical_head, then a line an hour: start as 2026-11-21T13:00:00.000Z, value, p10, p90 in MW with two decimals, empty where there is none, joined by commas. link is SHA-256 of two such lines: previous_link and sha256.';

/** GET /v1/demand/runs/{run_id}/proof: the digest of a run and its place in the chain of its region. */
export async function prepareProof(deps: RunsDeps, request: AuthedRequest): Promise<Prepared> {
  const query = readQuery(proofQuery, request.query);
  const asOf = asOfInstant(query.as_of, request.receivedAt);
  const [id = ''] = request.path.split('/').slice(-2);
  const { run, coded, isNewestAsked } = await visibleRun(deps, id, asOf, request);
  const { area, code } = coded;
  const [place] = await deps.vintages.links(area.id, { start: run.issuedAt, end: run.issuedAt + 1 });
  if (!place)
    throw new ServiceError('no_data', `No data for ${code}: ${id} has no place in the chain yet`, {
      reason: 'not_issued',
    });
  const text = (name: string, value: string): TableColumn => ({ name, kind: 'text', values: [value] });
  return rowsAnswer(
    {
      name: 'proof',
      regions: [area.id],
      table: tableOf(1, [
        text('run_id', runId(code, run.issuedAt)),
        text('region', code),
        { name: 'position', kind: 'number', values: [place.position] },
        text('sha256', place.sha256),
        text('previous_link', place.previous),
        text('link', place.link),
      ]),
      meta: {
        canonical_head: headOf(canonicalRows(run)),
        canonical_rows: CANONICAL_ROWS,
        genesis_link: sha256Hex(genesisText(area.id)),
      },
      shape: insightShape(query, request),
      about: runId(code, run.issuedAt),
      isImmutable: !isNewestAsked,
    },
    request,
  );
}

/** The lines before the hourly lines. */
function headOf(canonical: string): string[] {
  const lines = canonical.split('\n');
  return lines.slice(
    0,
    lines.findIndex((line) => /^\d/.test(line)),
  );
}
