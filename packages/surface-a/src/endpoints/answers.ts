import { HORIZON_IDS, MARKET_RUNS, RESOLUTIONS } from '@loadcast/core';
import { BASELINES } from '@loadcast/core/accuracy';
import { count, dayText, megawatts, offsetText, utcText } from '@loadcast/formats';
import * as z from 'zod';

const success = <S extends z.ZodType>(data: S) => ({ status: z.literal('success'), data });
const region = z.string().describe('Canonical code of the region.');
const generatedAt = utcText().describe('When the answer was made.');

/** GET /v1/demand/forecast */
export const forecastAnswer = z.strictObject({
  ...success(
    z.array(
      z.strictObject({
        timestamp: offsetText().describe('Start of the interval.'),
        value_mw: megawatts(),
        p10: megawatts(
          'Lower bound in MW: one hour of ten is below. Absent where the plan does not include bounds.',
        ).optional(),
        p90: megawatts('Upper bound in MW: one hour of ten is above.').optional(),
      }),
    ),
  ),
  meta: z.strictObject({
    region,
    horizon: z.enum(HORIZON_IDS),
    resolution: z.enum(RESOLUTIONS),
    count: count('Rows in data.'),
    issued_at: utcText().describe('When the forecast was made.'),
    model: z.string().min(1).describe('Model and version; `simulated-` is not about a real grid.'),
    generated_at: generatedAt,
  }),
});

/** GET /v1/demand/history */
export const historyAnswer = z.strictObject({
  ...success(
    z.array(z.strictObject({ timestamp: offsetText().describe('Start of the hour.'), value_mw: megawatts() })),
  ),
  meta: z.strictObject({
    region,
    start: utcText(),
    end: utcText(),
    resolution: z.literal('1h'),
    count: count('Rows in data.'),
    missing: count('Hours of the range that are over and have no believable value: absent from data.'),
    generated_at: generatedAt,
  }),
});

/** GET /v1/demand/latest */
export const latestAnswer = z.strictObject(
  success(
    z.strictObject({
      region,
      actual: z.strictObject({ timestamp: utcText(), value_mw: megawatts() }).describe('The newest measured hour.'),
      forecast: z
        .strictObject({ timestamp: utcText(), value_mw: megawatts(), issued_at: utcText() })
        .describe('The next full hour.'),
    }),
  ),
);

const errorMetrics = {
  mape_pct: z.number().nonnegative().nullable().describe('Mean absolute percentage error, in percent.'),
  mae_mw: z.number().nonnegative().nullable().describe('Mean absolute error, MW.'),
  rmse_mw: z.number().nonnegative().nullable().describe('Root mean square error, MW.'),
  bias_mw: z.number().nullable().describe('Mean of forecast less actual, MW.'),
  sample_hours: count('Hours with a forecast and an actual.'),
};

/** GET /v1/demand/accuracy */
export const accuracyAnswer = z.strictObject(
  success(
    z.strictObject({
      region,
      metrics: z.strictObject({
        ...errorMetrics,
        coverage_pct: z
          .number()
          .nullable()
          .optional()
          .describe('How often p10 to p90 held the load. With `window`, `run` or `baseline` only.'),
        mean_width_mw: z.number().nullable().optional().describe('Mean of p90 less p10, MW.'),
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
          name: z.enum(BASELINES as [string, ...string[]]),
          metrics: z.strictObject(errorMetrics),
          model_metrics: z.strictObject(errorMetrics).describe('The forecast on the hours of the baseline.'),
          skill_pct: z.number().nullable().describe('100 (1 - MAE of the forecast / MAE of the baseline).'),
        })
        .optional(),
    }),
  ),
);

/** GET /v1/regions */
export const regionsAnswer = z.strictObject({
  ...success(
    z.array(
      z.strictObject({
        region,
        iso_name: z.string(),
        area: z.string(),
        timezone: z.string().describe('Where people live, IANA.'),
        available_horizons: z.array(z.enum(HORIZON_IDS)),
        available_resolutions: z.array(z.enum(RESOLUTIONS)),
        aliases: z.array(z.string()),
        status: z.literal('active'),
      }),
    ),
  ),
  meta: z.strictObject({ count: count('Regions.'), generated_at: generatedAt }),
});

/** GET /v1/health */
export const healthAnswer = z.strictObject({
  status: z.enum(['ok', 'degraded']),
  model: z.strictObject({ name: z.string().nullable(), version: z.string().nullable() }),
  active_grids: count('Grids with forecasts.'),
  last_forecast_run: utcText().nullable(),
});
