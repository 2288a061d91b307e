import type { Measure } from '../ports/actuals-store.js';
import type { KnownRule } from '../series/known-rule.js';
import { type EpochMs, HOUR_MS } from '../time/instant.js';

/**
 * How the known time of a value seen for the first time is set: `live` values became known when they were ingested,
 * `history` is assumed to have been published as the upstream usually does (`HISTORY_KNOWN`).
 */
export type Arrival = 'live' | 'history';

/** Observed load was public two hours after its hour. */
const DEMAND_LAG: KnownRule = { kind: 'lag', lagMs: 2 * HOUR_MS };

/** An operator's own feed has an hour within minutes of its end. */
const NEWEST_LAG: KnownRule = { kind: 'lag', lagMs: HOUR_MS / 4 };

/**
 * When history is assumed to have become known. The operator's forecast for a day is due at 07:00 Eastern of that day.
 *
 * @see Form EIA-930 instructions: "yesterday's day-ahead forecast for today" is due by 7:00 a.m. Eastern
 */
export const HISTORY_KNOWN: Readonly<Record<Measure, KnownRule>> = {
  demand: DEMAND_LAG,
  demand_adjusted: DEMAND_LAG,
  demand_imputed: DEMAND_LAG,
  day_ahead_forecast: { kind: 'daily', zone: 'America/New_York', timeOfDayMs: 7 * HOUR_MS, dayOffset: 0 },
  multi_day_forecast: { kind: 'daily', zone: 'America/New_York', timeOfDayMs: 12 * HOUR_MS, dayOffset: -1 },
  newest_load: NEWEST_LAG,
};

const FUTURE_TOLERANCE_MS = HOUR_MS;
const FORECAST_REACH_MS = 16 * 24 * HOUR_MS;

/**
 * Whether an hour lies too far ahead to be plausible: an actual whose hour ends more than one hour after `now`, a
 * forecast more than 16 days.
 *
 * @param start start of the hour
 */
export function isFuture(measure: Measure, start: EpochMs, now: EpochMs): boolean {
  const reach = measure.endsWith('_forecast') ? FORECAST_REACH_MS : FUTURE_TOLERANCE_MS;
  return start + HOUR_MS > now + reach;
}
