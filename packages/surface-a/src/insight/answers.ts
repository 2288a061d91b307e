import { SCORES_BY } from '@loadcast/core/insight';
import { count, megawatts, utcText } from '@loadcast/formats';
import * as z from 'zod';
import { columnsOf, timeLocal } from '../endpoints/answers-by-parameter.js';

/** `{ status, data: rows, meta }`, or the same by columns. A value that is missing is absent from its row. */
export function rowsOf<R extends z.ZodRawShape, M extends z.ZodRawShape>(row: R, meta: M) {
  const whole = z.strictObject({
    ...meta,
    count: count('Rows in data.'),
    generated_at: utcText().describe('When the answer was made.'),
  });
  const rows = z.strictObject({ status: z.literal('success'), data: z.array(z.strictObject(row)), meta: whole });
  return z.union([rows, columnsOf(row, whole)]);
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

const score = (text: string) => z.number().describe(text).optional();

/** GET /v1/demand/scores */
export const scoresAnswer = rowsOf(
  {
    region,
    hour: z.string().describe('Hour of the market day, 0 to 23. With `by=hour`, as the next four.').optional(),
    weekday: z.string().describe('0 is Sunday.').optional(),
    month: z.string().describe('1 is January.').optional(),
    lead: z.string().describe('Whole hours from the issue to the start of the hour.').optional(),
    day: z.string().describe('The operating day.').optional(),
    forecast: z.enum(['loadcast', 'operator', 'naive_24h', 'naive_168h']),
    state: z
      .enum(['scored', 'pending'])
      .describe('`pending`: fewer than 168 hours of the whole window, and so no number.'),
    n: count('Hours with this forecast, an actual, and for the others also ours.'),
    mape_pct: score('Mean absolute percentage error, in percent.'),
    mae_mw: score('Mean absolute error, MW.'),
    rmse_mw: score('Root mean square error, MW.'),
    bias_mw: score('Mean of forecast less actual, MW.'),
    interval_hours: count(
      'Hours that have p10 and p90: what pinball, CRPS, coverage, width and Winkler are over.',
    ).optional(),
    pinball_mw: score('Mean pinball loss of p10 and p90, MW.'),
    crps_mw: score(
      'Continuous ranked probability score from p10, the value and p90; the MAE of a forecast without bounds. MW.',
    ),
    coverage_pct: score('How often p10 to p90 held the load, in percent; 80 is calibrated.'),
    width_mw: score('Mean of p90 less p10, MW.'),
    winkler_mw: score('Interval score: the width, and ten times what an hour misses it by, MW.'),
    loadcast_mape_pct: score('Ours on the hours of the other forecast.'),
    loadcast_mae_mw: score('Ours on the hours of the other forecast.'),
    skill_pct: score('100 (1 - our MAE / its MAE) on the hours that both have.'),
    skill_low_pct: score('Lower end of its 95 % interval: block bootstrap of seven days, from 14 days on.'),
    skill_high_pct: score('Upper end.'),
  },
  {
    by: z.enum(SCORES_BY),
    gate: z.string().describe('The gate that was scored.').optional(),
    lead: z.string().describe('The lead that was scored.').optional(),
    start: utcText(),
    end: utcText(),
    actuals: z.enum(['latest', 'first']),
    as_of: utcText().describe('As given.').optional(),
  },
);

const availableAt = utcText().describe('When the run could first be read.');
const dataCutoff = utcText().describe('Start of the newest measured hour that the run saw.');
const runId = z
  .string()
  .describe('The region and the issue to the millisecond.')
  .meta({ examples: ['PJM-20261121T125000000Z'] });
const sha256 = (text: string) =>
  z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe(text);
const digest = sha256('SHA-256 of the run as text: `/proof` says how it is written.');
const leftOut = z
  .string()
  .describe(
    'Inputs that were known and not used, each with the reason, joined by `; `; empty where none was. Absent of runs for which it was not noted.',
  )
  .meta({ examples: ['operator: not known for tomorrow'] });

/** GET /v1/demand/runs */
export const runsAnswer = rowsOf(
  {
    run_id: runId,
    region,
    issued_at: issuedAt,
    available_at: availableAt,
    data_cutoff: dataCutoff,
    model: z.string().min(1),
    version: z.string().min(1),
    gate: utcText()
      .describe('The gate at which it was the newest run: it is the market runs that were fixed then.')
      .optional(),
    left_out: leftOut.optional(),
    sha256: digest.describe('As in `/proof`. Absent until the run has its place in the chain.').optional(),
  },
  { next_cursor: z.string().describe('`cursor` of the next page; absent on the last.').optional() },
);

const runRow = {
  time_utc: utcText().describe('Start of the hour.'),
  time_local: timeLocal.optional(),
  region,
  value_mw: megawatts(),
  ...bounds,
};
const runMeta = z.strictObject({
  run_id: runId,
  region,
  issued_at: issuedAt,
  available_at: availableAt,
  data_cutoff: dataCutoff,
  model: z.string().min(1),
  version: z.string().min(1),
  left_out: leftOut.optional(),
  sha256: digest,
  count: count('Rows in data.'),
});

/** GET /v1/demand/runs/{run_id}: without the time at which it was made, since it is the same for ever. */
const wholeRun = z.strictObject({ status: z.literal('success'), data: z.array(z.strictObject(runRow)), meta: runMeta });
const wholeRunNow = wholeRun.extend({ meta: runMeta.extend({ generated_at: utcText() }) });
export const runAnswer = z.union([wholeRun, wholeRunNow, columnsOf(runRow, wholeRunNow.shape.meta)]);

const proofMeta = z.strictObject({
  canonical_head: z.array(z.string()).describe('The first lines of the text that `sha256` is of: what is not a value.'),
  canonical_rows: z.string().describe('How the rest of the text is written, and what a link is the digest of.'),
  genesis_link: sha256('The link before the first run of the region.'),
  count: count('Rows in data.'),
});
const proofRow = {
  run_id: runId,
  region,
  position: count('Place of the run in the chain of its region: 1, 2, 3, ...'),
  sha256: digest,
  previous_link: sha256('Link of the run before.'),
  link: sha256('Link of this run: it covers the run and all before it.'),
};

/** GET /v1/demand/runs/{run_id}/proof */
const proof = z.strictObject({
  status: z.literal('success'),
  data: z.array(z.strictObject(proofRow)),
  meta: proofMeta,
});
const proofNow = proof.extend({ meta: proofMeta.extend({ generated_at: utcText() }) });
export const proofAnswer = z.union([proof, proofNow, columnsOf(proofRow, proofNow.shape.meta)]);

/** GET /v1/demand/revisions */
export const revisionsAnswer = rowsOf(
  {
    time_utc: utcText().describe('Start of the hour.'),
    time_local: timeLocal.optional(),
    region,
    old_mw: megawatts('Load as it was known before, MW.'),
    new_mw: megawatts('Load as restated, MW.'),
    change_mw: megawatts('New less old, MW.'),
    known_at: utcText().describe('When the new value became known.'),
  },
  { start: utcText(), end: utcText() },
);
