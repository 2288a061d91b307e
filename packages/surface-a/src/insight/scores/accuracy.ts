import { emptyScore, MARKET_RUNS, type Vintage } from '@loadcast/core';
import { ACCURACY_WINDOW_DAYS, type AccuracyDeps, accuracyOf, BASELINES } from '@loadcast/core/accuracy';
import { LIMITS } from '@loadcast/core/budgets';
import { entitlementClass, type Sight } from '@loadcast/core/quota';
import {
  type AuthedRequest,
  areaParameter,
  asOfInstant,
  count,
  dayText,
  instantParameter,
  isoUtc,
  json,
  oneOf,
  type TableColumn,
  tableAnswerReply,
  tableOf,
  textParameter,
  utcText,
} from '@loadcast/formats';
import { etagOf } from '@loadcast/formats/node';
import * as z from 'zod';
import { shapeOf, shapeParameters } from '../../answer-shape.js';
import * as fields from '../../answers/answer-fields.js';
import { columnsOf, presentMember, success, tableAnswers } from '../../answers/answer-forms.js';
import { readEndpoint } from '../../answers/read-endpoint.js';
import { baselineJson, intervalJson, metricsJson } from '../../json/accuracy-json.js';
import { scoredDays } from './scored-days.js';

const LONGEST_WINDOW_DAYS = LIMITS.scored_days.bound;

/** A number of days, with or without the suffix `d`. */
export const windowParameter = textParameter((text) => {
  const days = Number(/^([1-9]\d{0,2})d?$/.exec(text)?.[1] ?? Number.NaN);
  return days <= LONGEST_WINDOW_DAYS ? days : { expected: `days from 1 to ${LONGEST_WINDOW_DAYS}, as in 30 or 30d` };
}).meta({ pattern: '^[1-9][0-9]{0,2}d?$', examples: ['30', '30d'] });

const accuracyQuery = z.object({
  region: areaParameter('a'),
  window: windowParameter.optional(),
  run: oneOf(MARKET_RUNS).optional(),
  baseline: oneOf(BASELINES).optional(),
  as_of: instantParameter('iso').optional(),
  format: shapeParameters.format,
});

const errorMetrics = {
  mape_pct: z.number().nonnegative().nullable().describe('Mean absolute percentage error, in percent.'),
  mae_mw: z.number().nonnegative().nullable().describe('Mean absolute error, MW.'),
  rmse_mw: z.number().nonnegative().nullable().describe('Root mean square error, MW.'),
  bias_mw: z.number().nullable().describe('Mean of forecast minus actual, MW.'),
  sample_hours: count('Hours with a forecast and an actual.'),
};

/** The answer to the documented parameters alone. */
export const accuracyAnswer = z.strictObject(
  success(
    z.strictObject({
      region: fields.region,
      metrics: z.strictObject({
        ...errorMetrics,
        coverage_pct: z
          .number()
          .nullable()
          .optional()
          .describe('Share of hours with load between p10 and p90. Only with `window`, `run` or `baseline`.'),
        mean_width_mw: z.number().nullable().optional().describe('Mean of p90 minus p10, MW.'),
        interval_hours: count('Scored hours that have bounds.').optional(),
      }),
      model: z.strictObject({
        name: z.string(),
        version: z.string(),
        last_run: utcText().describe('Issue time of the newest forecast.'),
        forecast_count: z.int().positive().describe('Forecasts issued for the region.'),
      }),
      run: z.enum(MARKET_RUNS).optional(),
      window: z
        .strictObject({ days: z.int().positive(), first_day: dayText(), last_day: dayText() })
        .optional()
        .describe('The operating days that were scored.'),
      baseline: z
        .strictObject({
          name: z.enum(BASELINES),
          metrics: z.strictObject(errorMetrics),
          model_metrics: z.strictObject(errorMetrics).describe('The forecast on the hours of the baseline.'),
          skill_pct: z.number().nullable().describe('100 (1 - MAE of the forecast / MAE of the baseline).'),
          late_hours: count('Hours whose operator’s forecast was published after the gate of ours.').optional(),
        })
        .optional(),
    }),
  ),
);

const accuracyAnswers = z.union([
  accuracyAnswer,
  columnsOf(membersAsColumns(accuracyAnswer.shape.data, ''), z.strictObject({})),
]);

/** GET /v1/demand/accuracy. What the contract does not show comes only with the parameters it does not show. */
export const accuracyEndpoint = readEndpoint({
  path: '/demand/accuracy',
  name: 'getAccuracy',
  title: 'Accuracy of a region’s past forecasts',
  notes: [
    'The DAM run over the last 30 operating days. With `window`, `run` or `baseline` the answer also has coverage and width of the bounds, the days, and the baseline on the same hours.',
  ],
  query: accuracyQuery,
  answers: tableAnswers(accuracyAnswers),
  examples: [
    'region=PJM',
    'region=PJM&run=2DA&baseline=operator',
    'region=NYISO&window=7d&baseline=naive_168h',
    'region=PJM&format=csv',
    'region=PJM&window=7d&baseline=operator&format=columns',
  ],
  shows: accuracySight,
  async prepare(deps: AccuracyDeps, query, request) {
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
      ...(isExtended && {
        run: accuracy.run,
        window: { days: accuracy.windowDays, first_day: accuracy.firstDay, last_day: accuracy.lastDay },
      }),
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
          : tableAnswerReply(
              format,
              { table: tableOf(1, valuesAsColumns(data, '')), meta: {}, fileName: `accuracy_${code}` },
              request,
            ),
    };
  },
});

/** The rolling window of the contract is for every plan; a longer one is history from its first hour. */
function accuracySight(
  { region, window = ACCURACY_WINDOW_DAYS, as_of }: z.output<typeof accuracyQuery>,
  { receivedAt }: AuthedRequest,
): Sight {
  const asOf = asOfInstant(as_of, receivedAt);
  const isRolling = window <= ACCURACY_WINDOW_DAYS;
  return { asOf, from: isRolling ? asOf : scoredDays(region.area, asOf, window).start };
}

function modelJson({ model, issuedAt }: Vintage, count: number): unknown {
  return { name: model.name, version: model.version, last_run: isoUtc(issuedAt), forecast_count: count };
}

/** Members of an accuracy as columns of one row: names of nested ones are joined by `_`, `region` and `metrics` apart. */
function membersAsColumns({ shape }: z.ZodObject, prefix: string): z.ZodRawShape {
  const columns = Object.entries(shape).map(([name, member]) => {
    const full = prefix === '' || name === 'region' ? name : `${prefix}_${name}`;
    const inner = presentMember(member);
    if (inner instanceof z.ZodObject) return membersAsColumns(inner, name === 'metrics' && prefix === '' ? '' : full);
    return { [full]: z.optional(inner) };
  });
  return Object.assign({}, ...columns);
}

/** The same of its values: `region`, `mape_pct`, ..., `baseline_metrics_mape_pct`. */
function valuesAsColumns(members: object, prefix: string): TableColumn[] {
  return Object.entries(members).flatMap(([name, value]): TableColumn[] => {
    const full = prefix === '' || name === 'region' ? name : `${prefix}_${name}`;
    if (typeof value === 'object' && value !== null)
      return valuesAsColumns(value, name === 'metrics' && prefix === '' ? '' : full);
    if (typeof value === 'string') return [{ name: full, kind: 'text', values: [value] }];
    return [{ name: full, kind: 'number', values: [typeof value === 'number' ? value : Number.NaN] }];
  });
}
