import type { EpochMs, VintageStore } from '@loadcast/core';
import { type ListedRun, listRuns, runId } from '@loadcast/core/insight';
import {
  type AuthedRequest,
  answerFormat,
  asOfInstant,
  createPause,
  instantParameter,
  integerParameter,
  isoUtc,
  type Prepared,
  regionsParameter,
  type Table,
  tableOf,
  textParameter,
  utcText,
} from '@loadcast/formats';
import * as z from 'zod';
import { shapeParameters } from '../answer-shape.js';
import * as fields from '../answers/answer-fields.js';
import { rowsOf, tableAnswers } from '../answers/answer-forms.js';
import { readEndpoint } from '../answers/read-endpoint.js';
import { rangeParameters } from '../parameters/day-or-instant.js';
import { type ForecasterDeps, forecasterParameter, isPersonal, visibleForecaster } from '../parameters/forecaster.js';
import { tablePrice } from '../tables/table-price.js';
import { insightShape } from './insight-shape.js';
import { lastDaySight, lastDayWindows } from './last-day.js';
import { rowsAnswer } from './rows-answer.js';
import { columnsFrom } from './tables/columns-from.js';
import { type SubmissionRow, submissionFields, submissionsTable } from './tables/submissions-table.js';

const LIMITS = { min: 1, max: 200, default: 50 } as const;

const runsQuery = z.object({
  region: regionsParameter(),
  ...rangeParameters,
  limit: integerParameter(LIMITS)
    .optional()
    .meta({ default: String(LIMITS.default) }),
  cursor: cursorParameter().optional(),
  as_of: instantParameter('iso').optional(),
  forecaster: forecasterParameter,
  format: shapeParameters.format,
});

export interface RunsDeps {
  readonly vintages: Pick<VintageStore, 'newest' | 'issued' | 'headers' | 'links'>;
}

/** How long a run takes to list, in rows of a report as CSV. */
const RUN_READ = 2;

type RunRow = ListedRun & { readonly code: string; readonly place: Place };

const pageMeta = { next_cursor: z.string().describe('`cursor` of the next page; absent on the last.').optional() };

const runsAnswer = rowsOf(
  {
    ...fields.aboutRun,
    gate: utcText()
      .describe('The gate at which it was the newest run; it is then the run of that market gate.')
      .optional(),
    left_out: fields.leftOut.optional(),
    sha256: fields.digest.describe('Same as in `/proof`. Absent until the run has its place in the chain.').optional(),
  },
  pageMeta,
);

/** GET /v1/demand/runs: the runs that became available in a range, by default in the last day; newest first. */
export const runsEndpoint = readEndpoint({
  path: '/demand/runs',
  name: 'listRuns',
  title: 'Issued runs, newest first',
  notes: [
    'The runs that became available between `start` and `end`, by default in the last 24 hours. `gate` is the 09:00 gate at which a run was the newest: it is then the run of that market gate. `left_out` names known inputs that were not used. `sha256` covers the whole run: see `/proof`.',
    'With `forecaster` the rows are its submissions and withdrawals instead of our runs.',
  ],
  query: runsQuery,
  isPersonal,
  answers: tableAnswers(z.union([...runsAnswer.options, ...rowsOf(submissionFields, pageMeta).options])),
  examples: [
    'region=PJM',
    'region=CAISO,PGE&start=2026-11-20&end=2026-11-20&limit=5',
    'region=MISO&start=2026-11-20&end=2026-11-20&limit=100',
    'region=ERCOT&start=2026-11-19&end=2026-11-20&format=columns',
  ],
  shows: lastDaySight(),
  prepare(deps: RunsDeps & ForecasterDeps, query, request) {
    const limit = query.limit ?? LIMITS.default;
    return {
      price: limit * RUN_READ + tablePrice(limit, answerFormat(query.format, request)),
      prepare: (scope) =>
        query.forecaster === undefined
          ? list(deps, { ...query, limit }, request, createPause(scope))
          : listSubmissions(deps, { ...query, limit }, query.forecaster, request),
    };
  },
});

type Page = z.output<typeof runsQuery> & { readonly limit: number };

async function list(
  deps: RunsDeps,
  query: Page,
  request: AuthedRequest,
  pause: () => Promise<void>,
): Promise<Prepared> {
  const { region: areas, limit, cursor } = query;
  const asOf = asOfInstant(query.as_of, request.receivedAt);
  const windows = lastDayWindows(query, asOf);
  const rows: RunRow[] = [];
  for (const [index, { area, code }] of areas.entries()) {
    const runs = await listRuns(deps, { area, window: windows[index]!, asOf });
    rows.push(...runs.map((run) => ({ ...run, code, place: placeOf(run, index) })));
  }
  rows.sort((a, b) => order(a.place, b.place));
  const left = cursor ? rows.filter(({ place }) => order(cursor, place) < 0) : rows;
  const page = left.slice(0, limit);
  const digests = await digestsOf(deps, page, pause);
  const last = left.length > limit ? page.at(-1) : undefined;
  return rowsAnswer(
    {
      name: 'runs',
      regions: areas.map(({ area }) => area.id),
      table: runsTable(page, digests),
      meta: last ? { next_cursor: cursorText(last.place) } : {},
      shape: insightShape(query, request),
      about: isoUtc(asOf).slice(0, 10),
    },
    request,
  );
}

/** What a forecaster handed in. Its positions, which are in the order of arrival, are the places of pages. */
async function listSubmissions(
  deps: ForecasterDeps,
  query: Page,
  id: string,
  request: AuthedRequest,
): Promise<Prepared> {
  const asOf = asOfInstant(query.as_of, request.receivedAt);
  const windows = lastDayWindows(query, asOf);
  const { gates } = await visibleForecaster(deps, id, asOf, request);
  const before = query.cursor?.issuedAt ?? Number.MAX_SAFE_INTEGER;
  const rows: SubmissionRow[] = [];
  for (const [index, { area, code }] of query.region.entries()) {
    const asked = { forecasterId: id, areaId: area.id, window: windows[index]!, asOf, before, most: query.limit + 1 };
    const runs = await deps.forecasters?.received(asked);
    for (const run of runs ?? []) rows.push({ run, area, code });
  }
  rows.sort((a, b) => b.run.position - a.run.position);
  const page = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? page.at(-1)?.run : undefined;
  const place = last && { availableAt: last.receivedAt, area: 0, issuedAt: last.position };
  return rowsAnswer(
    {
      name: 'submissions',
      regions: query.region.map(({ area }) => area.id),
      table: submissionsTable(page, id, gates),
      meta: place ? { next_cursor: cursorText(place) } : {},
      shape: insightShape(query, request),
      about: isoUtc(asOf).slice(0, 10),
    },
    request,
  );
}

/** The digests of runs, a read a region: they are in the region's chain. */
async function digestsOf(
  { vintages }: RunsDeps,
  page: readonly RunRow[],
  pause: () => Promise<void>,
): Promise<(string | undefined)[]> {
  const digests = new Map<string, string>();
  for (const area of new Set(page.map(({ areaId }) => areaId))) {
    const issues = page.filter(({ areaId }) => areaId === area).map(({ issuedAt }) => issuedAt);
    const links = await vintages.links(area, { start: Math.min(...issues), end: Math.max(...issues) + 1 });
    for (const { issuedAt, sha256 } of links) digests.set(`${area} ${issuedAt}`, sha256);
    await pause();
  }
  return page.map(({ areaId, issuedAt }) => digests.get(`${areaId} ${issuedAt}`));
}

const placeOf = ({ availableAt, issuedAt }: ListedRun, area: number): Place => ({ availableAt, area, issuedAt });

/** Newest first; runs of the same instant in the order of the regions. */
function order(a: Place, b: Place): number {
  return b.availableAt - a.availableAt || a.area - b.area || b.issuedAt - a.issuedAt;
}

function runsTable(rows: readonly RunRow[], digests: readonly (string | undefined)[]): Table {
  const { instant, text } = columnsFrom(rows);
  return tableOf(rows.length, [
    text('run_id', ({ code, issuedAt }) => runId(code, issuedAt)),
    text('region', ({ code }) => code),
    instant('issued_at', ({ issuedAt }) => issuedAt),
    instant('available_at', ({ availableAt }) => availableAt),
    instant('data_cutoff', ({ dataCutoff }) => dataCutoff),
    text('model', ({ model }) => model.name),
    text('version', ({ model }) => model.version),
    instant('gate', ({ gateAt }) => gateAt),
    text('left_out', ({ leftOut }) => leftOut?.join('; ')),
    { name: 'sha256', kind: 'text', values: digests },
  ]);
}

/** The position of a run in a list: the next page starts after it. */
interface Place {
  readonly availableAt: EpochMs;
  /** Index among the requested regions. */
  readonly area: number;
  readonly issuedAt: EpochMs;
}

function cursorText({ availableAt, area, issuedAt }: Place): string {
  return [availableAt, area, issuedAt].map((number) => number.toString(36)).join('.');
}

/** `cursor`: as the last answer gave it. */
function cursorParameter(): z.ZodType<Place, string> {
  const schema = textParameter((text) => {
    const parts = /^[0-9a-z]{1,11}\.[0-9a-z]{1,3}\.[0-9a-z]{1,11}$/.test(text) ? text.split('.') : [];
    const [availableAt, area, issuedAt] = parts.map((part) => Number.parseInt(part, 36));
    if (availableAt !== undefined && area !== undefined && issuedAt !== undefined)
      return { availableAt, area, issuedAt };
    return { expected: 'next_cursor from the previous answer' };
  });
  return schema.meta({ pattern: '^[0-9a-z.]+$' });
}
