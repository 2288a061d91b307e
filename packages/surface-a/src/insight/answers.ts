import { count, megawatts, utcText } from '@loadcast/formats';
import * as z from 'zod';
import { columnsOf, timeLocal } from '../endpoints/answers-by-parameter.js';

/** `{ status, data: rows, meta }`, or the same by columns. A value that is missing is absent from its row. */
function rowsOf<R extends z.ZodRawShape, M extends z.ZodRawShape>(row: R, meta: M) {
  const whole = z.strictObject({
    ...meta,
    count: count('Rows in data.'),
    generated_at: utcText().describe('When the answer was made.'),
  });
  const rows = z.strictObject({ status: z.literal('success'), data: z.array(z.strictObject(row)), meta: whole });
  return z.union([rows, columnsOf(whole)]);
}

const region = z.string().describe('Canonical code of the region.');
const p10 = megawatts('Lower bound in MW: one hour of ten is below. Absent where the plan does not include bounds.');
const p90 = megawatts('Upper bound in MW: one hour of ten is above.');
const issuedAt = utcText().describe('When the run was made.');
const model = z.string().min(1).describe('Model and version; `simulated-` is not about a real grid.');
const bounds = { p10: p10.optional(), p90: p90.optional() };

/** GET /v1/demand/snapshot */
export const snapshotAnswer = rowsOf(
  {
    time_utc: utcText().describe('Start of the current hour.'),
    time_local: timeLocal.optional(),
    region,
    value_mw: megawatts(
      'Forecast of the current hour in MW, by the newest run that was there when it began.',
    ).optional(),
    ...bounds,
    actual_mw: megawatts('Load of the newest measured hour, MW.').optional(),
    operator_mw: megawatts('The operator’s own forecast of the current hour, MW.').optional(),
    actual_time_utc: utcText().describe('Start of the newest measured hour.').optional(),
    actual_time_local: timeLocal.optional(),
    actual_age_hours: count('Whole hours since that hour ended.').optional(),
    peak_time_utc: utcText().describe('Start of the hour with the highest forecast of the next 24.').optional(),
    peak_time_local: timeLocal.optional(),
    peak_mw: megawatts('Forecast of that hour, MW.').optional(),
    peak_p10: p10.optional(),
    peak_p90: p90.optional(),
    issued_at: issuedAt.optional(),
    run_age_hours: count('Whole hours since the newest run was made.').optional(),
    data_cutoff: utcText().describe('Start of the newest measured hour that the run saw.').optional(),
    model: model.optional(),
  },
  { as_of: utcText().describe('As given.').optional() },
);

/** GET /v1/demand/compare */
export const compareAnswer = rowsOf(
  {
    time_utc: utcText().describe('Start of the hour.'),
    time_local: timeLocal.optional(),
    region,
    loadcast_mw: megawatts('Our forecast, MW.').optional(),
    ...bounds,
    actual_mw: megawatts('Measured load, MW.').optional(),
    operator_mw: megawatts('The operator’s own day-ahead forecast, MW.').optional(),
    naive_24h_mw: megawatts('Load of the same hour a day before, or more days until it was known, MW.').optional(),
    naive_168h_mw: megawatts('Load of the same hour a week before, or more weeks until it was known, MW.').optional(),
    issued_at: issuedAt.optional(),
    operator_issued_at: utcText().describe('When the operator’s forecast of the hour became known.').optional(),
    naive_issued_at: utcText().describe('What was known then is what the naive forecasts repeat.').optional(),
    model: model.optional(),
  },
  { start: utcText(), end: utcText(), resolution: z.literal('1h') },
);
