import { codedAreas, MARKET_RUNS } from '@loadcast/core';
import { count, dayText, megawatts, offsetText, utcText } from '@loadcast/formats';
import * as z from 'zod';

const area = z.enum(codedAreas('b').map(({ code }) => code)).describe('Code of the area.');

/** SLD_FCST and SLD_ACTUAL, resultformat=7. */
export const loadAnswer = z.strictObject({
  queryname: z.enum(['SLD_FCST', 'SLD_ACTUAL']),
  market_run_id: z.enum([...MARKET_RUNS, 'ACTUAL']),
  tac_area_name: area.nullable().describe('Null: all areas.'),
  startdatetime: offsetText(),
  enddatetime: offsetText(),
  version: z.literal(1),
  count: count('Rows in data.'),
  model: z.string().min(1).nullable().describe('Null for SLD_ACTUAL.'),
  generated_at: offsetText(),
  data: z.array(
    z.strictObject({
      intervalstarttime_gmt: offsetText(),
      intervalendtime_gmt: offsetText(),
      load_type: z.string(),
      opr_dt: dayText().describe('Operating day on the market clock.'),
      opr_hr: z
        .int()
        .min(1)
        .max(25)
        .describe('Hour ending in market time; 25 is the repeated hour of the fall clock change.'),
      opr_interval: z.literal(0),
      market_run_id: z.enum([...MARKET_RUNS, 'ACTUAL']),
      tac_area_name: area,
      label: z.string(),
      xml_data_item: z.string(),
      pos: z.int(),
      mw: megawatts(),
      execution_type: z.string(),
      group: z.string().describe('Number of the block of day, run and area within the answer.'),
      issued_at: utcText().optional().describe('When the forecast was issued; with issued=1.'),
    }),
  ),
});

const accuracyRow = z.strictObject({
  tac_area_name: area,
  market_run_id: z.enum(MARKET_RUNS),
  model: z.string().min(1),
  window_days: z.literal(30),
  mape: z.number().nonnegative().describe('Percent.'),
  rmse_mw: z.number().nonnegative(),
  mae_mw: z.number().nonnegative(),
  bias_mw: z.number().describe('Forecast minus actual.'),
  n_hours: z.int().positive(),
});

const listOf = <S extends z.ZodType>(queryname: string, row: S) =>
  z.strictObject({ queryname: z.literal(queryname), count: count('Rows in data.'), data: z.array(row) });

/** SLD_FCST_ACCURACY, resultformat=7: flat for one area, a list for all. */
export const accuracyAnswer = z.union([accuracyRow, listOf('SLD_FCST_ACCURACY', accuracyRow)]);

/** TAC_AREAS, resultformat=7. */
export const areasAnswer = listOf(
  'TAC_AREAS',
  z.strictObject({
    tac_area_name: area,
    grid_id: z.string().describe('Region code in REST.'),
    iso: z.string(),
    timezone: z.string(),
    status: z.literal('active'),
  }),
);
