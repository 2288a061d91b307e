import { type EndpointDescription, ISSUE_HEADERS } from '@loadcast/formats';
import { JSON_ANSWER, READS, TABLES } from '../endpoints/answer-types.data.js';
import {
  compareAnswer,
  proofAnswer,
  revisionsAnswer,
  runAnswer,
  runsAnswer,
  scoresAnswer,
  snapshotAnswer,
} from './answers.js';
import { compareQuery } from './compare.js';
import { proofQuery } from './proof.js';
import { revisionsQuery } from './revisions.js';
import { runQuery } from './run.js';
import { runsQuery } from './runs.js';
import { scoresQuery } from './scores/scores.js';
import { snapshotQuery } from './snapshot.js';

export const snapshotEndpoint = {
  ...READS,
  path: '/demand/snapshot',
  name: 'getSnapshot',
  title: 'All regions at one instant',
  notes: [
    'A row a region: the newest measured hour, the forecast of the current hour and of the next peak, the operator’s forecast, and how old they are. One call for a dashboard: it counts as one request, and against no cap of a region.',
  ],
  query: snapshotQuery,
  headers: ISSUE_HEADERS,
  answers: [{ type: JSON_ANSWER, schema: snapshotAnswer }, ...TABLES],
  examples: [
    '',
    'region=CAISO,PGE&tz=market',
    'as_of=2026-11-20T16:00:00Z',
    'region=all&format=csv',
    'region=PJM&format=columns',
  ],
} as const satisfies EndpointDescription;

export const compareEndpoint = {
  ...READS,
  path: '/demand/compare',
  name: 'compareForecasts',
  title: 'Our forecast, the operator’s and two naive ones beside what happened, on one axis',
  notes: [
    'With `gate` or `lead` every hour has the run that counted then, and the naive forecasts repeat what was known then. With neither the hours after the newest measured one have the newest run, and each hour before them the newest run that was available when it began: a chart of past and future without a hole.',
    'Every hour of the range is a row; what is not known of it is absent. The operator’s forecast is that which was known at `as_of`, whatever the gate: `operator_issued_at` is when it became known. By default the range begins a day before now and ends a day after.',
  ],
  query: compareQuery,
  headers: ISSUE_HEADERS,
  answers: [{ type: JSON_ANSWER, schema: compareAnswer }, ...TABLES],
  examples: [
    'region=PJM&tz=market',
    'region=CAISO,PGE&gate=dam&start=2026-11-19&end=2026-11-20&format=csv',
    'region=ERCOT&lead=6h&start=2026-11-20&end=2026-11-20',
    'region=MISO&gate=-1d@10:00&start=2026-11-20&end=2026-11-20&format=columns',
  ],
} as const satisfies EndpointDescription;

export const scoresEndpoint = {
  ...READS,
  path: '/demand/scores',
  name: 'getScores',
  title: 'Our forecasts, the operator’s and two naive ones against what happened',
  notes: [
    'A row a forecast, and with `by` a row a forecast and cut. The others are scored on the hours that they and ours both have, beside ours on the same hours, with the skill and its 95 % interval. With fewer than 168 such hours in the whole window a forecast is `pending`.',
    'The DAM run over the last 28 operating days that were over; `window` or `start` and `end` choose others within the plan’s history (of 30 days of history 29 are whole operating days, of 365 days 364), `run`, `gate` or `lead` another run. `actuals=first` scores against load as it was first published. `as_of` gives any past score again. The operator’s forecast is that which was known at `as_of`.',
  ],
  query: scoresQuery,
  answers: [{ type: JSON_ANSWER, schema: scoresAnswer }, ...TABLES],
  examples: [
    'region=PJM&as_of=2026-11-20T16:00:00Z',
    'region=all&format=csv',
    'region=CAISO&by=hour&run=2DA',
    'region=ERCOT&by=weekday&actuals=first',
    'region=MISO&by=month',
    'region=NYISO&by=lead&lead=30h',
    'region=SPP&by=day&window=14',
    'region=ISONE&window=2&format=columns',
  ],
} as const satisfies EndpointDescription;

export const runsEndpoint = {
  ...READS,
  path: '/demand/runs',
  name: 'listRuns',
  title: 'The runs that were issued, newest first',
  notes: [
    'The runs that became available between `start` and `end`, by default in the last 24 hours. `gate` is the 09:00 gate at which a run was the newest: it is the market runs that were fixed then. `left_out` names the inputs that were known and not used. `sha256` is that of the whole run: see `/proof`.',
  ],
  query: runsQuery,
  answers: [{ type: JSON_ANSWER, schema: runsAnswer }, ...TABLES],
  examples: [
    'region=PJM',
    'region=CAISO,PGE&start=2026-11-20&end=2026-11-20&limit=5',
    'region=MISO&start=2026-11-20&end=2026-11-20&limit=100',
    'region=ERCOT&start=2026-11-19&end=2026-11-20&format=columns',
  ],
} as const satisfies EndpointDescription;

export const runEndpoint = {
  ...READS,
  path: '/demand/runs/{run_id}',
  segmentExamples: { run_id: 'PJM-newest' },
  name: 'getRun',
  title: 'A run, whole',
  notes: [
    'All 384 hours, for plans with the horizon of 15 days. A run never changes: `Cache-Control` lets the caller keep it for a year. `PJM-newest` is the newest run of PJM, under its own `run_id`.',
  ],
  query: runQuery,
  headers: ISSUE_HEADERS,
  answers: [{ type: JSON_ANSWER, schema: runAnswer }, ...TABLES],
  examples: ['', 'tz=market', 'format=csv', 'format=columns'],
} as const satisfies EndpointDescription;

export const proofEndpoint = {
  ...READS,
  path: '/demand/runs/{run_id}/proof',
  segmentExamples: { run_id: 'PJM-newest' },
  name: 'getRunProof',
  title: 'The digest of a run, and its place in the chain of its region',
  notes: [
    'Runs of a region form a chain: `link` is the digest of the link before and of the run, so that no run can be changed, taken out or put in later without every later link being another. Who keeps one `link` can hold us to all runs up to it. `loadcast verify` computes the chains of a store again.',
    'To compute `sha256`: the lines of `canonical_head`, then the hours of the whole run as `canonical_rows` says. The answer about a run never changes.',
  ],
  query: proofQuery,
  answers: [{ type: JSON_ANSWER, schema: proofAnswer }, ...TABLES],
  examples: ['', 'format=csv', 'format=columns'],
} as const satisfies EndpointDescription;

export const revisionsEndpoint = {
  ...READS,
  path: '/demand/revisions',
  name: 'listRevisions',
  title: 'What the source restated of measured load',
  notes: [
    'A row a restatement of the hours of the range: the value before, the new one, and when it became known. A value that was published again unchanged is none. By default the range is the last 24 hours.',
  ],
  query: revisionsQuery,
  answers: [{ type: JSON_ANSWER, schema: revisionsAnswer }, ...TABLES],
  examples: ['region=PJM&start=2026-11-19&end=2026-11-21&tz=market', 'region=all', 'region=PJM&format=columns'],
} as const satisfies EndpointDescription;
