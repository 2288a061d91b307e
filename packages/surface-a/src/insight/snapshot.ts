import type { CodedArea } from '@loadcast/core';
import { type AreaSnapshot, type PeakDeps, readSnapshot } from '@loadcast/core/insight';
import { entitlementClass } from '@loadcast/core/quota';
import {
  type AuthedRequest,
  asOfInstant,
  count,
  createPause,
  ISSUE_HEADERS,
  isoUtc,
  megawatts,
  newestSight,
  type Prepared,
  regionsParameter,
  utcText,
} from '@loadcast/formats';
import * as z from 'zod';
import { readParameters } from '../answer-shape.js';
import * as fields from '../answers/answer-fields.js';
import { rowsOf, tableAnswers } from '../answers/answer-forms.js';
import { readEndpoint } from '../answers/read-endpoint.js';
import { newestIssueHeader } from '../tables/newest-issue.js';
import { insightShape } from './insight-shape.js';
import { noRows, rowsAnswer } from './rows-answer.js';
import { snapshotTable } from './tables/snapshot-table.js';

const snapshotQuery = z.object({
  region: regionsParameter().optional().meta({ default: 'all' }),
  ...readParameters,
});

const snapshotAnswer = rowsOf(
  {
    time_utc: utcText().describe('Start of the current hour.'),
    time_local: fields.timeLocal.optional(),
    region: fields.region,
    value_mw: megawatts(
      'Forecast of the current hour in MW, by the newest run that was there when it began.',
    ).optional(),
    ...fields.bounds,
    actual_mw: megawatts('Load of the newest measured hour, MW.').optional(),
    operator_mw: megawatts('The operator’s own forecast of the current hour, MW.').optional(),
    actual_time_utc: utcText().describe('Start of the newest measured hour.').optional(),
    actual_time_local: fields.timeLocal.optional(),
    actual_age_hours: count('Whole hours since that hour ended.').optional(),
    peak_time_utc: utcText()
      .describe('Start of the most likely hour of the peak of the next 24 hours, which may be today’s.')
      .optional(),
    peak_time_local: fields.timeLocal.optional(),
    peak_mw: megawatts('Expected peak of the next 24 hours, MW; daily peaks are in `/v1/demand/peaks`.').optional(),
    peak_p10: megawatts('Lower bound of that peak in MW: 1 in 10 falls below.').optional(),
    peak_p90: megawatts('Upper bound of that peak in MW: 1 in 10 falls above.').optional(),
    tomorrow_peak_mw: megawatts(
      'Expected peak of tomorrow, MW: the market’s next operating day, as in `/v1/demand/peaks`.',
    ).optional(),
    tomorrow_peak_hour: utcText().describe('Start of the most likely hour of tomorrow’s peak.').optional(),
    tomorrow_peak_local: fields.timeLocal.optional(),
    tomorrow_peak_p10: megawatts('Lower bound of tomorrow’s peak in MW: 1 day in 10 falls below.').optional(),
    tomorrow_peak_p90: megawatts('Upper bound of tomorrow’s peak in MW: 1 day in 10 falls above.').optional(),
    issued_at: fields.issuedAt.optional(),
    run_age_hours: count('Whole hours since the newest run was made.').optional(),
    data_cutoff: utcText().describe('Start of the last measured hour used by the run.').optional(),
    model: fields.model.optional(),
  },
  { as_of: utcText().describe('The parameter as given.').optional() },
);

/** GET /v1/demand/snapshot: one row an area, for a dashboard that asks once. It counts as one call, and against no region's cap. */
export const snapshotEndpoint = readEndpoint({
  path: '/demand/snapshot',
  name: 'getSnapshot',
  title: 'All regions at one instant',
  notes: [
    'One row per region: the newest measured hour, the forecast of the current hour, the peak of the next 24 hours, tomorrow’s peak, the operator’s forecast, and the age of each. `peak_` may be this evening’s; `tomorrow_peak_` is the next operating day’s. One call for a dashboard: it counts as one request and uses no regional limit.',
  ],
  hasBounds: true,
  query: snapshotQuery,
  headers: ISSUE_HEADERS,
  answers: tableAnswers(snapshotAnswer),
  examples: [
    '',
    'region=CAISO,PGE&tz=market',
    'as_of=2026-11-20T16:00:00Z',
    'region=all&format=csv',
    'region=PJM&format=columns',
  ],
  shows: newestSight,
  prepare(deps: SnapshotRouteDeps, query, request) {
    const { region: areas = request.areas.listed } = query;
    return {
      price: areas.length * PEAKS_READ,
      prepare: (scope) => prepareSnapshot({ ...deps, pause: createPause(scope) }, { ...query, region: areas }, request),
    };
  },
});

type SnapshotRouteDeps = Omit<PeakDeps, 'pause'>;

/** How long the peaks of an area take, in rows of a report as CSV. */
const PEAKS_READ = 1_000;

async function prepareSnapshot(
  deps: PeakDeps,
  query: z.output<typeof snapshotQuery> & { readonly region: readonly CodedArea[] },
  request: AuthedRequest,
): Promise<Prepared> {
  const { region: areas, as_of } = query;
  const { receivedAt, principal } = request;
  const asOf = asOfInstant(as_of, receivedAt);
  const rows: (AreaSnapshot & { readonly code: string })[] = [];
  for (const { area, code } of areas) rows.push({ ...(await readSnapshot(deps, area, asOf)), code });
  if (!rows.some(({ run, actual }) => run || actual))
    throw noRows(areas, 'there was no load or forecast at that time', 'not_loaded');

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
