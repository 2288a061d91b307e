import { type Area, DAY_MS, type EpochMs, HOUR_MS } from '@loadcast/core';
import { type Comparison, type ComparisonDeps, type ComparisonQuery, readComparison } from '@loadcast/core/insight';
import { entitlementClass, forecastWindowSight } from '@loadcast/core/quota';
import {
  type AuthedRequest,
  answerFormat,
  createPause,
  ISSUE_HEADERS,
  isoUtc,
  megawatts,
  modelText,
  type Prepared,
  regionsParameter,
  type Table,
  tableOf,
  utcText,
} from '@loadcast/formats';
import * as z from 'zod';
import { shapeParameters } from '../answer-shape.js';
import * as fields from '../answers/answer-fields.js';
import { rowsOf, tableAnswers } from '../answers/answer-forms.js';
import { readEndpoint } from '../answers/read-endpoint.js';
import { choiceParameters, windowsAsked } from '../forecast-query.js';
import { type ForecasterDeps, forecasterParameter, isPersonal, visibleForecaster } from '../parameters/forecaster.js';
import { newestIssueHeader } from '../tables/newest-issue.js';
import { tablePrice } from '../tables/table-price.js';
import { insightShape } from './insight-shape.js';
import { noRows, rowsAnswer } from './rows-answer.js';
import { columnsFrom } from './tables/columns-from.js';

const compareQuery = z.object({
  region: regionsParameter(),
  ...choiceParameters,
  forecaster: forecasterParameter,
  ...shapeParameters,
});

type CompareValues = z.output<typeof compareQuery>;
type CompareRouteDeps = Omit<ComparisonDeps, 'pause'> & ForecasterDeps;

/** How long an hour takes to read and compare, in rows of a report as CSV: without a gate each hour may have a run of its own. */
const HOUR_READ = { gate: 8, other: 20 };

const compareAnswer = rowsOf(
  {
    ...fields.hourColumns,
    loadcast_mw: megawatts('Our forecast, MW.').optional(),
    ...fields.bounds,
    actual_mw: megawatts('Measured load, MW.').optional(),
    operator_mw: megawatts('The operator’s own day-ahead forecast, MW.').optional(),
    naive_24h_mw: megawatts('Load of the same hour a day before, or more days until it was known, MW.').optional(),
    naive_168h_mw: megawatts('Load of the same hour a week before, or more weeks until it was known, MW.').optional(),
    issued_at: fields.issuedAt.optional(),
    operator_issued_at: utcText().describe('When the operator’s forecast of the hour became known.').optional(),
    naive_issued_at: utcText().describe('The naive forecasts repeat load known at this instant.').optional(),
    model: fields.model.optional(),
    forecaster_mw: megawatts('The forecaster’s forecast, MW. Only with `forecaster`.').optional(),
    forecaster_p10: megawatts('Its lower bound, MW.').optional(),
    forecaster_p90: megawatts('Its upper bound, MW.').optional(),
    forecaster_received_at: utcText().describe('When the forecaster’s run arrived.').optional(),
  },
  { start: utcText(), end: utcText(), resolution: z.literal('1h') },
);

/** GET /v1/demand/compare: by default from a day before now to a day after. */
export const compareEndpoint = readEndpoint({
  path: '/demand/compare',
  name: 'compareForecasts',
  title: 'Our forecast, the operator’s and two naive ones next to measured load, on one axis',
  notes: [
    'With `gate` or `lead` every hour has the run that counted then, and the naive forecasts repeat the load known then. With neither the hours after the newest measured one have the newest run, and each hour before them the newest run that was available when it began: a chart of past and future without a gap.',
    'Every hour of the range is a row; unknown values are absent. The operator’s forecast is the one known at that instant too, or the first published after it: `operator_issued_at`, later than `naive_issued_at`, says so. By default the range begins a day before now and ends a day after.',
  ],
  hasBounds: true,
  query: compareQuery,
  isPersonal,
  headers: ISSUE_HEADERS,
  answers: tableAnswers(compareAnswer),
  examples: [
    'region=PJM&tz=market',
    'region=CAISO,PGE&gate=dam&start=2026-11-19&end=2026-11-20&format=csv',
    'region=ERCOT&lead=6h&start=2026-11-20&end=2026-11-20',
    'region=MISO&gate=-1d@10:00&start=2026-11-20&end=2026-11-20&format=columns',
  ],
  shows: (query, { receivedAt }) =>
    forecastWindowSight(
      hoursAsked(query, receivedAt).map((asked) => ({ ...asked, choice: asked.choice ?? { kind: 'newest' } })),
    ),
  prepare(deps: CompareRouteDeps, query, request) {
    const asked = hoursAsked(query, request.receivedAt);
    const hours = asked.reduce((sum, { window: { start, end } }) => sum + (end - start) / HOUR_MS, 0);
    const read = hours * (query.gate ? HOUR_READ.gate : HOUR_READ.other);
    return {
      price: read + tablePrice(hours, answerFormat(query.format, request)),
      prepare: (scope) => prepareWindows({ ...deps, pause: createPause(scope) }, query, asked, request),
    };
  },
});

/** The window of each region, by default from a day before `as_of` to a day after. */
function hoursAsked(query: CompareValues, receivedAt: EpochMs): readonly ComparisonQuery[] {
  const choice = query.gate ?? query.lead;
  const windows = windowsAsked(query, receivedAt, (hour) => ({ start: hour - DAY_MS, end: hour + DAY_MS }));
  return windows.map((asked) => ({ ...asked, ...(choice && { choice }) }));
}

async function prepareWindows(
  deps: ComparisonDeps & ForecasterDeps,
  query: CompareValues,
  asked: readonly ComparisonQuery[],
  request: AuthedRequest,
): Promise<Prepared> {
  const { region: areas } = query;
  const { plan } = request.principal;
  const parts: AreaComparison[] = [];
  const forecasterId =
    query.forecaster && (await visibleForecaster(deps, query.forecaster, asked[0]!.asOf, request)).id;
  for (const [index, { area, code }] of areas.entries()) {
    parts.push({ ...(await readComparison(deps, { ...asked[index]!, forecasterId })), area, code });
  }
  if (!parts.some(hasValue)) throw noRows(areas, 'there was no load or forecast for these hours');

  const shape = insightShape(query, request);
  const hasBounds = entitlementClass(plan) === 'bounds';
  const start = Math.min(...asked.map(({ window }) => window.start));
  const end = Math.max(...asked.map(({ window }) => window.end));
  const table = compareTable(parts, { hasBounds, zoneFor: shape.zoneFor });
  return rowsAnswer(
    {
      name: 'compare',
      regions: areas.map(({ area }) => area.id),
      table,
      meta: { start: isoUtc(start), end: isoUtc(end), resolution: '1h' },
      headers: newestIssueHeader(table),
      shape,
      about: isoUtc(start).slice(0, 10),
    },
    request,
  );
}

function hasValue({ actualMw, operatorMw, forecast, submitted }: Comparison): boolean {
  return [actualMw, operatorMw, forecast.valueMw, submitted?.valueMw ?? []].some((values) =>
    values.some((value) => !Number.isNaN(value)),
  );
}

type AreaComparison = Comparison & { readonly area: Area; readonly code: string };

/** A row an hour and area, also where nothing is known of it: a time axis without holes. */
function compareTable(
  parts: readonly AreaComparison[],
  { hasBounds, zoneFor }: { readonly hasBounds: boolean; readonly zoneFor: (area: Area) => string | undefined },
): Table {
  const rows = parts.flatMap((part) =>
    part.forecast.vintages.map((vintage, hour) => ({ part, hour, vintage, at: part.start + hour * HOUR_MS })),
  );
  const { instant, number, text, wall } = columnsFrom(rows, ({ part }) => zoneFor(part.area));
  return tableOf(rows.length, [
    instant('time_utc', ({ at }) => at),
    wall('time_local', ({ at }) => at),
    text('region', ({ part }) => part.code),
    number('loadcast_mw', ({ part, hour }) => part.forecast.valueMw[hour]),
    hasBounds ? number('p10', ({ part, hour }) => part.forecast.p10Mw[hour]) : undefined,
    hasBounds ? number('p90', ({ part, hour }) => part.forecast.p90Mw[hour]) : undefined,
    number('actual_mw', ({ part, hour }) => part.actualMw[hour]),
    number('operator_mw', ({ part, hour }) => part.operatorMw[hour]),
    number('naive_24h_mw', ({ part, hour }) => part.naive24hMw[hour]),
    number('naive_168h_mw', ({ part, hour }) => part.naive168hMw[hour]),
    instant('issued_at', ({ vintage }) => vintage?.issuedAt),
    instant('operator_issued_at', ({ part, hour }) => part.operatorKnownAtMs[hour]),
    instant('naive_issued_at', ({ part, hour }) => part.naiveAsOfMs[hour]),
    text('model', ({ vintage }) => vintage && modelText(vintage.model)),
    ...(parts.some(({ submitted }) => submitted)
      ? [
          number('forecaster_mw', ({ part, hour }) => part.submitted?.valueMw[hour]),
          hasBounds ? number('forecaster_p10', ({ part, hour }) => part.submitted?.p10Mw[hour]) : undefined,
          hasBounds ? number('forecaster_p90', ({ part, hour }) => part.submitted?.p90Mw[hour]) : undefined,
          instant('forecaster_received_at', ({ part, hour }) => part.submitted?.receivedAt[hour]),
        ]
      : []),
  ]);
}
