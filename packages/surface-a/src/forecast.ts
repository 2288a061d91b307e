import {
  type EpochMs,
  type ForecastView,
  forecastRows,
  HORIZON_IDS,
  HORIZONS,
  RESOLUTIONS,
  readForecast,
} from '@loadcast/core';
import type { Sight } from '@loadcast/core/quota';
import {
  type AuthedRequest,
  answerFormat,
  asOfInstant,
  count,
  ISSUE_HEADERS,
  issueHeader,
  JSON_TYPE,
  megawatts,
  modelText,
  offsetText,
  type Prepared,
  refused,
  type Table,
  type TableColumn,
  tableAnswerReply,
  tableOf,
  utcText,
} from '@loadcast/formats';
import { etagOf } from '@loadcast/formats/node';
import * as z from 'zod';
import { shapeOf } from './answer-shape.js';
import * as fields from './answers/answer-fields.js';
import { columnsOf, success, tableAnswers } from './answers/answer-forms.js';
import { readEndpoint } from './answers/read-endpoint.js';
import { type AnswerRows, addedColumns, columnsText, extraColumns } from './columns/extra-columns.js';
import { type ForecastQueryValues, forecastQuery } from './forecast-query.js';
import {
  type ForecastRangeDeps,
  forecastRangeAnswer,
  forecastRangeSight,
  isRangeQuery,
  pricedForecastRange,
  rangeMeta,
  rangePoint,
} from './forecast-range.js';
import type { Bodies } from './json/bodies.js';
import { forecastMeta, forecastPoints } from './json/forecast-json.js';
import { timeColumns } from './parameters/wall-clock.js';
import { tablePrice } from './tables/table-price.js';

export interface ForecastRouteDeps extends ForecastRangeDeps {
  readonly bodies: Bodies;
}

const [FIRST_HORIZON] = HORIZONS;

/** The answer to the documented parameters alone. */
export const forecastAnswer = z.strictObject({
  ...success(
    z.array(
      z.strictObject({
        timestamp: offsetText().describe('Start of the interval.'),
        value_mw: megawatts(),
        ...fields.bounds,
      }),
    ),
  ),
  meta: z.strictObject({
    region: fields.region,
    horizon: z.enum(HORIZON_IDS),
    resolution: z.enum(RESOLUTIONS),
    count: count('Rows in data.'),
    issued_at: utcText().describe('Issue time of the forecast.'),
    model: fields.model,
    generated_at: fields.generatedAt,
  }),
});

/** A horizon with `tz`, `quantiles` or `include`. */
const forecastWithColumns = z.strictObject({
  ...forecastAnswer.shape,
  data: z.array(forecastAnswer.shape.data.element.extend({ time_local: fields.timeLocal.optional(), ...addedColumns })),
});

const { timestamp: _, time_local: __, ...forecastColumns } = rangePoint.shape;
const forecastAnswers = z.union([
  forecastAnswer,
  forecastWithColumns,
  forecastRangeAnswer,
  columnsOf(
    { ...fields.hourColumns, ...forecastColumns },
    z.strictObject({ ...rangeMeta.shape, ...forecastAnswer.shape.meta.shape }),
  ),
]);

/**
 * GET /v1/demand/forecast: the newest forecast of a horizon, or with `start` and `end` the forecasts of a range. The
 * plan is judged before the answer waits for its turn.
 *
 * @throws {ServiceError} plan_limit
 */
export const forecastEndpoint = readEndpoint({
  path: '/demand/forecast',
  name: 'getForecast',
  title: 'The newest forecast of a region',
  notes: [
    'Rows start at the first full hour after now (after `as_of`): 24, 48, 168 or 360 rows, four times as many at `15min`. `p10` and `p90` are the bounds of an 80 % interval; the Free plan does not get them.',
    'With `start` and `end` the answer has the forecasts of those hours: by the newest run, or by the run of a `gate` or `lead`, each point with its `issued_at`.',
    'Quantiles other than p10, `value_mw` (the median) and p90 are read from these three, the load taken as log-logistic on either side of the median: on average within 6 % of the width from p10 to p90 of the run’s own error tables, which are not kept. An hour without known values has no `actual_mw` or `operator_mw`.',
  ],
  hasBounds: true,
  query: forecastQuery,
  answers: tableAnswers(forecastAnswers),
  headers: ISSUE_HEADERS,
  examples: [
    'region=CAISO',
    'region=PJM&horizon=7d',
    'region=ERCOT&resolution=15min',
    'region=MISO&tz=market',
    'region=PJM&gate=-1d@10:00&start=2026-11-20&end=2026-11-20',
    'region=PJM&lead=6h&start=2026-11-20&end=2026-11-20&format=csv',
    'region=CAISO&format=columns',
    'region=PJM&include=drivers',
    'region=PJM&include=inputs&quantiles=0.05,0.15,0.2,0.25,0.3,0.35,0.4,0.45,0.5,0.55,0.6,0.65,0.7,0.75,0.8,0.85,0.95',
    'region=PJM&gate=dam&start=2026-11-20&end=2026-11-20&include=actual,operator&quantiles=0.05,0.95',
  ],
  shows: forecastSight,
  prepare(deps: ForecastRouteDeps, query, request) {
    if (isRangeQuery(query)) return pricedForecastRange(deps, query, request);
    const { horizon = FIRST_HORIZON.id, resolution } = query;
    const { hours } = HORIZONS.find(({ id }) => id === horizon) ?? FIRST_HORIZON;
    const rows = resolution === '15min' ? 4 * hours : hours;
    return {
      price: tablePrice(rows, answerFormat(query.format, request)),
      prepare: () => prepareHorizon(deps, { ...query, horizon }, request),
    };
  },
});

function forecastSight(query: ForecastQueryValues, { receivedAt }: AuthedRequest): Sight {
  const level = neededLevel(query);
  if (isRangeQuery(query)) return { ...forecastRangeSight(query, receivedAt), level };
  const { horizon = FIRST_HORIZON.id, resolution, include, as_of } = query;
  if (include && resolution !== '1h') throw refused('resolution', '1h with include');
  const asOf = asOfInstant(as_of, receivedAt);
  return { asOf, from: asOf, horizon, resolution, level };
}

function neededLevel({ quantiles, include }: ForecastQueryValues): Sight['level'] {
  if (quantiles) return 'quantiles';
  return include?.includes('drivers') ? 'drivers' : undefined;
}

async function prepareHorizon(
  deps: ForecastRouteDeps,
  query: ForecastQueryValues & { readonly horizon: (typeof HORIZONS)[number]['id'] },
  request: AuthedRequest,
): Promise<Prepared> {
  const { region, horizon, resolution, as_of } = query;
  const now = request.receivedAt;
  const { area, code } = region;
  const { plan } = request.principal;
  const asOf = asOfInstant(as_of, now);
  const view = await readForecast(deps, { area, horizon, resolution, plan, asOf });
  const extra = await extraColumns(deps, query, answerRows(view, asOf));

  const { format, zone } = shapeOf(query, request, area);
  const { issuedAt, availableAt, model } = view.vintage;
  const version = [issuedAt, availableAt, model.name, model.version];
  const shape = [view.start, horizon, resolution, view.entitlement, format, zone ?? ''];
  // This is the key of the kept bytes too: `view.entitlement` must be in it.
  const etag = etagOf('a forecast', code, ...version, ...shape, ...columnsText(extra));
  const issued = issueHeader(issuedAt);
  return {
    regions: [area.id],
    etag,
    reply: () =>
      format === 'json'
        ? {
            status: 200,
            headers: { 'content-type': JSON_TYPE, ...issued },
            body: deps.bodies.body(etag, () => forecastPoints(view, zone, extra), forecastMeta(view, code, now)),
          }
        : tableAnswerReply(
            format,
            {
              table: forecastTable(view, code, zone, extra),
              meta: forecastMeta(view, code, now),
              fileName: `forecast_${code}_${horizon}`,
              headers: issued,
            },
            request,
          ),
  };
}

/** The rows of a view, for the columns that are added to them. */
function answerRows(view: ForecastView, asOf: EpochMs): AnswerRows {
  const { area, vintage, start, stepMs } = view;
  const { valueMw, bounds } = forecastRows(view);
  const none = valueMw.map(() => Number.NaN);
  const starts = Array.from(valueMw, (_, row) => start + row * stepMs);
  return { area, asOf, starts, valueMw, ...(bounds ?? { p10Mw: none, p90Mw: none }), vintage: () => vintage };
}

/** The rows of a view. p10 and p90 are absent where the plan does not include them; `extra` columns follow them. */
function forecastTable(
  view: ForecastView,
  region: string,
  zone: string | undefined,
  extra: readonly TableColumn[],
): Table {
  const { valueMw, bounds } = forecastRows(view);
  const every = <T>(value: T): T[] => new Array<T>(view.rows).fill(value);
  const starts = Array.from(valueMw, (_, i) => view.start + i * view.stepMs);
  return tableOf(view.rows, [
    ...timeColumns(starts, zone),
    { name: 'region', kind: 'text', values: every(region) },
    { name: 'value_mw', kind: 'number', values: valueMw },
    bounds && { name: 'p10', kind: 'number', values: bounds.p10Mw },
    bounds && { name: 'p90', kind: 'number', values: bounds.p90Mw },
    ...extra,
    { name: 'issued_at', kind: 'instant', values: every(view.vintage.issuedAt) },
    { name: 'model', kind: 'text', values: every(modelText(view.vintage.model)) },
  ]);
}
