import { emptyScore, MARKET_RUNS, type Vintage } from '@loadcast/core';
import { ACCURACY_WINDOW_DAYS, type Accuracy, type AccuracyDeps, accuracyOf, BASELINES } from '@loadcast/core/accuracy';
import { entitlementClass } from '@loadcast/core/quota';
import {
  type AuthedRequest,
  areaParameter,
  asOfInstant,
  instantParameter,
  isoUtc,
  json,
  oneOf,
  type Prepared,
  readQuery,
  tableAnswerReply,
} from '@loadcast/formats';
import { etagOf } from '@loadcast/formats/node';
import * as z from 'zod';
import { shapeOf, shapeParameters } from './answer-shape.js';
import { baselineJson, intervalJson, metricsJson } from './json/accuracy-json.js';
import { accuracyTable } from './tables/accuracy-table.js';

export const LONGEST_WINDOW_DAYS = 366;

/** A number of days, with or without the suffix `d`. */
export const windowParameter = z
  .string()
  .transform((value, context) => {
    const days = Number(/^([1-9]\d{0,2})d?$/.exec(value)?.[1] ?? Number.NaN);
    if (days <= LONGEST_WINDOW_DAYS) return days;
    context.addIssue({ code: 'custom', message: `days from 1 to ${LONGEST_WINDOW_DAYS}, as in 30 or 30d` });
    return z.NEVER;
  })
  .meta({ pattern: '^[1-9][0-9]{0,2}d?$', examples: ['30', '30d'] });

export const accuracyQuery = z.object({
  region: areaParameter('a'),
  window: windowParameter.optional(),
  run: oneOf(MARKET_RUNS).optional(),
  baseline: oneOf(BASELINES).optional(),
  as_of: instantParameter('iso').optional(),
  format: shapeParameters.format,
});

export type AccuracyRouteDeps = AccuracyDeps;

/** GET /v1/demand/accuracy. What the contract does not show comes only with the parameters it does not show. */
export async function prepareAccuracy(deps: AccuracyRouteDeps, request: AuthedRequest): Promise<Prepared> {
  const query = readQuery(accuracyQuery, request.query);
  const { region, window, run, baseline, as_of } = query;
  const { area, code } = region;
  const asOf = asOfInstant(as_of, request.receivedAt);
  const accuracy = await accuracyOf(deps, {
    area,
    asOf,
    run: run ?? 'DAM',
    windowDays: window ?? ACCURACY_WINDOW_DAYS,
    ...(baseline === undefined ? {} : { baseline }),
  });
  const newest = await deps.vintages.newest(area.id, asOf);
  if (!newest || accuracy.scores.hours === 0) {
    const asked = { area, window: accuracy.hours, asOf };
    throw await emptyScore(deps, accuracy.run, asked, `the accuracy of ${code} ${accuracy.run}`);
  }
  const isExtended = window !== undefined || run !== undefined || baseline !== undefined;
  const data = {
    region: code,
    metrics: { ...metricsJson(accuracy.scores), ...(isExtended ? intervalJson(accuracy.scores) : {}) },
    model: modelJson(newest, await deps.vintages.count(area.id, asOf)),
    ...(isExtended ? windowJson(accuracy) : {}),
    ...(accuracy.baseline ? { baseline: baselineJson(accuracy.baseline) } : {}),
  };
  const { format } = shapeOf(query, request, area);
  const etag = etagOf('a accuracy', JSON.stringify(data), entitlementClass(request.principal.plan), format);
  return {
    regions: [area.id],
    etag,
    reply: () =>
      format === 'json'
        ? json(200, { status: 'success', data })
        : tableAnswerReply(format, { table: accuracyTable(data), meta: {}, fileName: `accuracy_${code}` }, request),
  };
}

function modelJson({ model, issuedAt }: Vintage, count: number): unknown {
  return { name: model.name, version: model.version, last_run: isoUtc(issuedAt), forecast_count: count };
}

function windowJson({ run, windowDays, firstDay, lastDay }: Accuracy): object {
  return { run, window: { days: windowDays, first_day: firstDay, last_day: lastDay } };
}
