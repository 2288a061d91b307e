import { codedAreas } from '@loadcast/core';
import { compactText, dayText, megawatts, utcText } from '@loadcast/formats';
import * as z from 'zod';
import { UTILITY_RUNS } from '../utility-runs.data.js';

const tacArea = z.enum(codedAreas('c').map(({ code }) => code)).describe('Canonical code of the utility.');
const run = z.enum(UTILITY_RUNS);

/** GET /forecast/v1/demand, resultformat=7 */
export const demandAnswer = z.strictObject({
  meta: z.strictObject({
    tac_area: tacArea,
    utility: z.string().min(1),
    startdatetime: z.string().describe('As sent.'),
    enddatetime: z.string().describe('As sent.'),
    market_run_id: run,
    units: z.literal('MW'),
    generated_at: compactText(),
    model_version: z.string().min(1),
  }),
  forecast: z.array(
    z.strictObject({
      interval_start: compactText().describe('Start of the hour, in the offset of startdatetime.'),
      value: megawatts(),
      lower_bound: megawatts('p10, MW.').optional(),
      upper_bound: megawatts('p90, MW.').optional(),
      issued_at: utcText().optional().describe('When the forecast was issued; with issued=1.'),
    }),
  ),
});

/** GET /forecast/v1/historical */
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

/** GET /forecast/v1/tac-areas */
export const tacAreasAnswer = z.strictObject({
  count: z.int(),
  tac_areas: z.array(
    z.strictObject({
      tac_area: tacArea,
      utility: z.string(),
      territory: z.string(),
      timezone: z.string(),
      status: z.literal('active'),
      market_run_ids: z.array(run),
    }),
  ),
});
