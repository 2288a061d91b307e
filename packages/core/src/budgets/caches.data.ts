import { type Cache, cache } from './budget.js';

/** Caches that live across requests, each a `BudgetMap`: the entry that was added first gives way. */
export const CACHES = {
  kept_texts: cache('formats', 1_000, 'results of one function of a short text'),
  gate_days: cache('core', 4_000, 'days as forecast at their gate', 'store'),
  gate_spans: cache('core', 4_000, 'spans of days with the number of runs of their last look-up', 'store'),
  screened_windows: cache('core', 64, 'screened windows of one state of a series', 'store'),
  forecast_hours: cache('core', 44, 'forecasts of a region and choice of runs, up to 13 months', 'store'),
  stored_points: cache('core', 55, 'scored windows; a year of a region is 600 kB', 'store'),
  score_cuts: cache('core', 64, 'cuts of the hours of a window by day, hour or month; a year has 70 kB'),
  drawn_blocks: cache('core', 16, 'samples of the days of a window; a year has 200 kB'),
  peak_odds: cache('core', 400, 'odds of peaks of one state of a series', 'store'),
  dates: cache('core', 4_096, 'dates as instants'),
  counted_instants: cache('core', 64, 'counts of forecasts at an `as_of`, of one region'),
  statements: cache('storage', 200, 'prepared statements of a SQLite connection'),
  redis_accounts: cache('storage', 100_000, 'accounts with the last reply of Redis'),
  counted_accounts: cache('core', 500_000, 'accounts, by surface, with their requests of two days'),
  unwritten_quotas: cache('storage', 500_000, 'accounts whose counts wait for the journal'),
  local_quotas: cache('storage', 500_000, 'accounts that Redis lent requests, or that asked while it was away'),
  newest_runs: cache('service', 2_000, 'areas with their newest two runs, about 20 kB each', 'store'),
  earlier_areas: cache('service', 32, 'the areas as known at earlier instants', 'store'),
  seen_events: cache('service', 100_000, 'names of stored events'),
  unknown_keys: cache('accounts', 10_000, 'digests that no key has'),
  sign_in_targets: cache('accounts', 500, 'e-mails of sign-ins'),
  first_paints: cache('gateway', 64, 'answers that the first views of console pages share'),
  logged_addresses: cache('gateway', 10_000, 'hashes of addresses for the log'),
} as const satisfies Readonly<Record<string, Cache>>;

export type CacheName = keyof typeof CACHES;
