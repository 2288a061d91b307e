import { emptyScore, type ReportDeps } from '@loadcast/core';
import { accuracyOfDay } from '@loadcast/core/accuracy';
import { operatingDayWindow } from '@loadcast/core/time';
import {
  areaParameter,
  asOfInstant,
  compactText,
  compactTime,
  dateParameter,
  dayText,
  endpoint,
  instantParameter,
  json,
  noEffect,
  oneOf,
  roundMw,
} from '@loadcast/formats';
import { etagOf } from '@loadcast/formats/node';
import * as z from 'zod';
import { tacArea } from './answer-fields.js';

const METRICS = ['mape', 'rmse', 'mae'] as const;
const UNITS = { mape: 'percent', rmse: 'MW', mae: 'MW' } as const;
const RUN = 'DAM';

const historicalQuery = z.object({
  tac_area: areaParameter('c'),
  date: dateParameter(),
  metric: oneOf(METRICS).optional(),
  as_of: instantParameter('iso').optional(),
  issued: noEffect('accuracy covers several forecasts'),
});

export const historicalAnswer = z.strictObject({
  meta: z.strictObject({
    tac_area: tacArea,
    utility: z.string(),
    date: dayText(),
    market_run_id: z.literal('DAM'),
    units: z.strictObject({
      mape: z.literal('percent').optional(),
      rmse: z.literal('MW').optional(),
      mae: z.literal('MW').optional(),
    }),
    model_version: z.string(),
    generated_at: compactText(),
  }),
  metrics: z.strictObject({
    mape: z.number().nonnegative().optional(),
    rmse: z.number().nonnegative().optional(),
    mae: z.number().nonnegative().optional(),
  }),
  n_hours: z.int().min(1).max(25).describe('Scored hours of the day.'),
});

/** GET /forecast/v1/historical: how good the day-ahead run was on one Pacific day. @throws {ServiceError} no_data */
export const historicalEndpoint = endpoint({
  path: '/historical',
  name: 'getUtilityAccuracy',
  title: 'Accuracy of a utility’s DAM forecast on one day',
  access: 'key',
  conditional: true,
  query: historicalQuery,
  answers: [{ type: 'application/json', schema: historicalAnswer }],
  errors: ['no_data'],
  examples: ['tac_area=PGE&date=2026-11-19', 'tac_area=VEA&date=2026-11-19&metric=mape'],
  shows: ({ tac_area, date, as_of }, { receivedAt }) => ({
    asOf: asOfInstant(as_of, receivedAt),
    from: operatingDayWindow(tac_area.area.marketTimezone, date).start,
  }),
  async prepare(deps: ReportDeps, { tac_area, date, metric, as_of }, request) {
    const { receivedAt } = request;
    const { area, code } = tac_area;
    const asOf = asOfInstant(as_of, receivedAt);
    const accuracy = await accuracyOfDay(deps, { area, run: RUN, day: date, asOf });
    if (accuracy.scores.hours === 0) {
      const asked = { area, window: accuracy.hours, asOf };
      throw await emptyScore(deps, RUN, asked, `the accuracy of ${code} ${RUN} on ${date}`);
    }
    const metrics = metric ? [metric] : METRICS;
    const { mapePct: mape, rmseMw: rmse, maeMw: mae } = accuracy.scores;
    const values = { mape, rmse, mae };
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
  },
});
