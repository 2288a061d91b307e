import { emptyScore, type ReportDeps } from '@loadcast/core';
import { type Accuracy, accuracyOfDay } from '@loadcast/core/accuracy';
import {
  type AuthedRequest,
  areaParameter,
  asOfInstant,
  compactTime,
  dateParameter,
  instantParameter,
  json,
  noEffect,
  oneOf,
  type Prepared,
  readQuery,
  roundMw,
} from '@loadcast/formats';
import { etagOf } from '@loadcast/formats/node';
import * as z from 'zod';

const METRICS = ['mape', 'rmse', 'mae'] as const;
const UNITS = { mape: 'percent', rmse: 'MW', mae: 'MW' } as const;
const RUN = 'DAM';

export const historicalQuery = z.object({
  tac_area: areaParameter('c'),
  date: dateParameter(),
  metric: oneOf(METRICS).optional(),
  as_of: instantParameter('iso').optional(),
  issued: noEffect('an accuracy is of several forecasts'),
});

/** GET /forecast/v1/historical: how good the day-ahead run was on one Pacific day. @throws {ServiceError} no_data */
export async function historical(deps: ReportDeps, request: AuthedRequest): Promise<Prepared> {
  const { receivedAt } = request;
  const { tac_area, date, metric, as_of } = readQuery(historicalQuery, request.query);
  const { area, code } = tac_area;
  const asOf = asOfInstant(as_of, receivedAt);
  const accuracy = await accuracyOfDay(deps, { area, run: RUN, day: date, asOf });
  if (accuracy.scores.hours === 0) {
    const asked = { area, window: accuracy.hours, asOf };
    throw await emptyScore(deps, RUN, asked, `the accuracy of ${code} ${RUN} on ${date}`);
  }
  const metrics = metric ? [metric] : METRICS;
  const values = valuesOf(accuracy);
  const meta = {
    tac_area: code,
    utility: area.name,
    date,
    market_run_id: RUN,
    units: Object.fromEntries(metrics.map((name) => [name, UNITS[name]])),
    model_version: accuracy.model?.version ?? '',
  };
  const scores = {
    metrics: Object.fromEntries(metrics.map((name) => [name, roundMw(values[name])])),
    n_hours: accuracy.scores.hours,
  };
  const etag = etagOf('c historical', JSON.stringify({ meta, said: scores }));
  const body = { meta: { ...meta, generated_at: compactTime(receivedAt) }, ...scores };
  return { regions: [area.id], etag, reply: () => json(200, body) };
}

function valuesOf({ scores }: Accuracy): Record<(typeof METRICS)[number], number> {
  return { mape: scores.mapePct, rmse: scores.rmseMw, mae: scores.maeMw };
}
