import { type EpochMs, type ForecastView, forecastRows, HORIZONS, readForecast } from '@loadcast/core';
import { requireEntitlement } from '@loadcast/core/quota';
import {
  type AuthedRequest,
  answerFormat,
  asOfInstant,
  issueHeader,
  JSON_TYPE,
  type Prepared,
  type Priced,
  readQuery,
  tableAnswerReply,
  tablePrice,
} from '@loadcast/formats';
import { etagOf } from '@loadcast/formats/node';
import { shapeOf } from './answer-shape.js';
import { type AnswerRows, columnsText, extraColumns } from './columns/extra-columns.js';
import { type ForecastQueryValues, forecastQuery, refused } from './forecast-query.js';
import { type ForecastRangeDeps, isRangeQuery, pricedForecastRange } from './forecast-range.js';
import type { Bodies } from './json/bodies.js';
import { forecastMeta, forecastPoints } from './json/forecast-json.js';
import { forecastTable } from './tables/forecast-table.js';

export interface ForecastRouteDeps extends ForecastRangeDeps {
  readonly bodies: Bodies;
}

const [FIRST_HORIZON] = HORIZONS;

/**
 * GET /v1/demand/forecast: the newest forecast of a horizon, or with `start` and `end` the forecasts of a range. The
 * plan is judged before the answer waits for its turn.
 *
 * @throws {ServiceError} plan_limit
 */
export function prepareForecast(deps: ForecastRouteDeps, request: AuthedRequest): Priced {
  const query = readQuery(forecastQuery, request.query);
  const { plan } = request.principal;
  if (query.quantiles) requireEntitlement(plan, { distribution: 'quantiles' }, request.receivedAt);
  if (query.include?.includes('drivers')) requireEntitlement(plan, { distribution: 'drivers' }, request.receivedAt);
  if (isRangeQuery(query)) return pricedForecastRange(deps, query, request);
  const { horizon = FIRST_HORIZON.id, resolution } = query;
  if (query.include && resolution !== '1h') throw refused('resolution', '1h beside include');
  const { hours } = HORIZONS.find(({ id }) => id === horizon) ?? FIRST_HORIZON;
  requireEntitlement(plan, { horizon, resolution }, request.receivedAt);
  const rows = resolution === '15min' ? 4 * hours : hours;
  return {
    price: tablePrice(rows, answerFormat(query.format, request)),
    prepare: () => prepareHorizon(deps, { ...query, horizon }, request),
  };
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
  const view = await readForecast(deps, { area, horizon, resolution, plan, now, asOf });
  const extra = await extraColumns(deps, query, answerRows(view, asOf));

  const { format, zone } = shapeOf(query, request, area);
  // Also the key of the kept bytes: `view.entitlement` must be in it.
  const etag = etagOf(
    'a forecast',
    code,
    ...versionOf(view),
    view.start,
    horizon,
    resolution,
    view.entitlement,
    format,
    zone ?? '',
    ...columnsText(extra),
  );
  const issued = issueHeader(view.vintage.issuedAt);
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

function versionOf({ vintage: { issuedAt, availableAt, model } }: ForecastView): readonly (string | number)[] {
  return [issuedAt, availableAt, model.name, model.version];
}
