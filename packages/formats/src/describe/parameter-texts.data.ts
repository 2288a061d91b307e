/** What each parameter means, wherever it is read. One name means one thing on all endpoints. */
export const PARAMETER_TEXTS: Readonly<Record<string, string>> = {
  region:
    'The grid, by code or alias; case is ignored and the canonical code is echoed. Where a list is allowed: utilities too, several with commas between, or `all`.',
  horizon: 'How far ahead, as the plan includes.',
  resolution: 'Length of a row, as the plan includes. Four quarters average to their hour.',
  as_of: 'Answers with what was available at this instant. Not in the future.',
  start:
    'Begin of the range: ISO 8601 with an offset, or a date, the market day of the region. On history the default is 24 hours before now, or `as_of`.',
  end: 'End of the range, which it does not include unless it is a date; at most 31 days after its begin. On history the default is now, or `as_of`.',
  window: 'Operating days to score, 1 to 366, as in `30` or `30d`, ending with the last that is over.',
  run: 'The market run: forecasts fixed 1, 2, 7 or 15 days before, at 09:00 market time.',
  limit: 'Rows at the most, 1 to 200.',
  cursor: '`next_cursor` of the answer before: the page after it.',
  by: 'One row for all hours, or one for each hour of the day, weekday, month, hours of lead, or operating day.',
  actuals: '`latest`: load as it stands; `first`: as it was first published.',
  baseline: 'Also score this forecast, on the same hours.',
  queryname: 'The report.',
  market_run_id: 'The market run.',
  tac_area_name: 'The area, by code; absent, all areas.',
  tac_area: 'The utility, by code.',
  startdatetime: 'Begin of the range. Write UTC as `-0000` or `Z`.',
  enddatetime: 'End of the range, which it does not include; at most 31 days after its begin.',
  resultformat: '`5` is XML, `6` CSV, `7` JSON.',
  version: 'Version of the interface, or on `/forecast/v1/demand` the n-th issue of the run for the day, from 1.',
  date: 'A Pacific day.',
  metric: 'Only this metric.',
  issued: '`1` adds the time at which each row was forecast as the last column.',
  format: 'How the answer is written. Wins over `Accept`.',
  tz: 'Adds the wall-clock time of this zone beside UTC.',
  gate: 'For each operating day the newest run available at this gate.',
  lead: 'For each hour the newest run available so long before it began.',
  quantiles:
    'Adds a column for each level, `p05` to `p95`; plans with p10 and p90 only. `value_mw`, p10 and p90 are those of the run, the others are read between and beyond them.',
  include:
    'Adds columns, as known at `as_of`: `operator` what the operator forecast (`operator_mw`), `actual` what was measured (`actual_mw`), `inputs` the newest measured hour that the run had seen (`data_cutoff`).',
  days: 'Days back from now, 1 to 30; default 30.',
};
