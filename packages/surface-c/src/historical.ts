import {
  type Accuracy,
  accuracyOfDay,
  type EpochMs,
  operatingDayWindow,
  type ReportDeps,
  ServiceError,
} from '@loadcast/core';
import {
  type AuthedRequest,
  areaParameter,
  compactTime,
  dateParameter,
  json,
  oneOf,
  PRIVATE_CACHE,
  type Prepared,
  type Reply,
  readQuery,
  roundMw,
} from '@loadcast/formats';
import * as z from 'zod';

const METRICS = ['mape', 'rmse', 'mae'] as const;
const UNITS = { mape: 'percent', rmse: 'MW', mae: 'MW' } as const;
const RUN = 'DAM';

const historicalQuery = z.object({
  tac_area: areaParameter('c'),
  date: dateParameter(),
  metric: oneOf(METRICS).optional(),
});

type HistoricalQuery = z.output<typeof historicalQuery>;

/** GET /forecast/v1/historical: how good the day-ahead run was on one Pacific day. */
export function historical(deps: ReportDeps, { query: rawQuery, receivedAt }: AuthedRequest): Prepared {
  const query = readQuery(historicalQuery, rawQuery);
  return { regions: [query.tac_area.area.id], reply: () => historicalReply(deps, query, receivedAt) };
}

async function historicalReply(deps: ReportDeps, query: HistoricalQuery, receivedAt: EpochMs): Promise<Reply> {
  const { area, code } = query.tac_area;
  const accuracy = await accuracyOfDay(deps, { area, run: RUN, day: query.date, asOf: receivedAt });
  if (accuracy.scores.hours === 0) {
    const { end } = operatingDayWindow(area.marketTimezone, query.date);
    const details =
      end > receivedAt ? { reason: 'not_covered' as const, expectedAt: end } : { reason: 'source_gap' as const };
    throw new ServiceError('no_data', `No scored forecast for ${code} ${RUN} on ${query.date}`, details);
  }
  const metrics = query.metric ? [query.metric] : METRICS;
  const values = valuesOf(accuracy);
  const body = {
    meta: {
      tac_area: code,
      utility: area.name,
      date: query.date,
      market_run_id: RUN,
      units: Object.fromEntries(metrics.map((metric) => [metric, UNITS[metric]])),
      model_version: accuracy.model?.version ?? '',
      generated_at: compactTime(receivedAt),
    },
    metrics: Object.fromEntries(metrics.map((metric) => [metric, roundMw(values[metric])])),
    n_hours: accuracy.scores.hours,
  };
  return json(200, body, PRIVATE_CACHE);
}

function valuesOf({ scores }: Accuracy): Record<(typeof METRICS)[number], number> {
  return { mape: scores.mapePct, rmse: scores.rmseMw, mae: scores.maeMw };
}
