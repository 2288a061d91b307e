import { canonicalRows, genesisText, runId } from '@loadcast/core/insight';
import { asOfInstant, count, instantParameter, tableOf } from '@loadcast/formats';
import { sha256Hex } from '@loadcast/formats/node';
import * as z from 'zod';
import { shapeParameters } from '../answer-shape.js';
import * as fields from '../answers/answer-fields.js';
import { tableAnswers, unchangingRowsOf } from '../answers/answer-forms.js';
import { readEndpoint } from '../answers/read-endpoint.js';
import { insightShape } from './insight-shape.js';
import { noRows, rowsAnswer } from './rows-answer.js';
import { readRunId } from './run-id.js';
import type { RunsDeps } from './runs.js';
import { columnsFrom } from './tables/columns-from.js';
import { runSight, visibleRun } from './visible-run.js';

const proofQuery = z.object({
  as_of: instantParameter('iso').optional(),
  format: shapeParameters.format,
});

/** How the text that a run's digest is of is written after `canonical_head`. */
const CANONICAL_ROWS =
  'SHA-256 of UTF-8 text, each line ending with a line feed: the lines of canonical_head, then a line an hour: start as 2026-11-21T13:00:00.000Z, value, p10, p90 in MW with two decimals, empty where there is none, joined by commas. link is SHA-256 of two such lines: previous_link and sha256.';

const proofAnswer = unchangingRowsOf(
  {
    run_id: fields.runId,
    region: fields.region,
    position: count('Place of the run in the chain of its region: 1, 2, 3, ...'),
    sha256: fields.digest,
    previous_link: fields.sha256('Link of the run before.'),
    link: fields.sha256('Link of this run: it covers this run and all earlier ones.'),
  },
  {
    canonical_head: z
      .array(z.string())
      .describe('The first lines of the text hashed by `sha256`: everything except the values.'),
    canonical_rows: z.string().describe('Format of the rest of the text, and the definition of a link.'),
    genesis_link: fields.sha256('The link before the first run of the region.'),
  },
);

/** GET /v1/demand/runs/{run_id}/proof: the digest of a run and its place in the chain of its region. */
export const proofEndpoint = readEndpoint({
  path: '/demand/runs/{run_id}/proof',
  segmentExamples: { run_id: 'PJM-newest' },
  name: 'getRunProof',
  title: 'The digest of a run, and its place in the chain of its region',
  notes: [
    'Runs of a region form a chain: `link` is the digest of the link before and of the run, so that no run can be changed, taken out or put in later without every later link being another. Anyone who keeps one `link` can prove a change to any earlier run. `loadcast verify` computes the chains of a store again.',
    'To compute `sha256`: the lines of `canonical_head`, then the hours of the whole run as `canonical_rows` says. The answer about a run never changes.',
  ],
  query: proofQuery,
  answers: tableAnswers(proofAnswer),
  examples: ['', 'format=csv', 'format=columns'],
  shows: ({ as_of }, { path, areas, receivedAt }) =>
    runSight(readRunId(areas, idIn(path)), asOfInstant(as_of, receivedAt)),
  async prepare(deps: RunsDeps, query, request) {
    const asOf = asOfInstant(query.as_of, request.receivedAt);
    const id = idIn(request.path);
    const { run, coded, isNewestAsked } = await visibleRun(deps, request.areas, id, asOf);
    const { area, code } = coded;
    const [place] = await deps.vintages.links(area.id, { start: run.issuedAt, end: run.issuedAt + 1 });
    if (!place) throw noRows([coded], `${id} has no place in the chain yet`, 'not_issued');
    // The digest covers the instant of the issue, by which the place was found: a damaged one finds the place of another run.
    if (sha256Hex(canonicalRows(run)) !== place.sha256)
      throw new Error(`place ${place.position} in the chain of ${area.id} is not of ${id}`);
    const { text, number } = columnsFrom([place]);
    return rowsAnswer(
      {
        name: 'proof',
        regions: [area.id],
        table: tableOf(1, [
          text('run_id', () => runId(code, run.issuedAt)),
          text('region', () => code),
          number('position', ({ position }) => position),
          text('sha256', ({ sha256 }) => sha256),
          text('previous_link', ({ previous }) => previous),
          text('link', ({ link }) => link),
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
  },
});

const idIn = (path: string): string => path.split('/').at(-2) ?? '';

/** The lines before the hourly lines. */
function headOf(canonical: string): string[] {
  const lines = canonical.split('\n');
  return lines.slice(
    0,
    lines.findIndex((line) => /^\d/.test(line)),
  );
}
