import type { Cache } from './budget.js';

/** Caches that live across requests, each a `BudgetMap`: the entry that was added first gives way. */
export const CACHES = {
  kept_texts: { owner: 'formats', holds: 'results of one function of a short text', per: 'process', bound: 1_000 },
  gate_days: { owner: 'core', holds: 'days as forecast at their gate', per: 'store', bound: 4_000 },
  gate_spans: {
    owner: 'core',
    holds: 'spans of days with the number of runs of their last look-up',
    per: 'store',
    bound: 4_000,
  },
  screened_truths: { owner: 'core', holds: 'windows of load that accuracy was measured on', per: 'store', bound: 200 },
  screened_windows: { owner: 'core', holds: 'screened windows of one state of a series', per: 'store', bound: 64 },
  forecast_hours: {
    owner: 'core',
    holds: 'forecasts of a region and choice of runs, up to 13 months',
    per: 'store',
    bound: 44,
  },
  stored_points: { owner: 'core', holds: 'scored windows; a year of a region is 600 kB', per: 'store', bound: 55 },
  score_cuts: {
    owner: 'core',
    holds: 'cuts of the hours of a window by day, hour or month; a year has 70 kB',
    per: 'process',
    bound: 64,
  },
  drawn_blocks: {
    owner: 'core',
    holds: 'samples of the days of a window; a year has 200 kB',
    per: 'process',
    bound: 16,
  },
  peak_odds: { owner: 'core', holds: 'odds of peaks of one state of a series', per: 'store', bound: 400 },
  dates: { owner: 'core', holds: 'dates as instants', per: 'process', bound: 4_096 },
  counted_instants: {
    owner: 'core',
    holds: 'counts of forecasts at an `as_of`, of one region',
    per: 'process',
    bound: 64,
  },
  statements: { owner: 'storage', holds: 'prepared statements of a SQLite connection', per: 'process', bound: 200 },
  redis_accounts: { owner: 'storage', holds: 'accounts with the last reply of Redis', per: 'process', bound: 100_000 },
  counted_accounts: {
    owner: 'core',
    holds: 'accounts, by surface, with their requests of two days',
    per: 'process',
    bound: 500_000,
  },
  unwritten_quotas: {
    owner: 'storage',
    holds: 'accounts whose counts wait for the journal',
    per: 'process',
    bound: 500_000,
  },
  local_quotas: { owner: 'storage', holds: 'accounts that asked while Redis was away', per: 'process', bound: 500_000 },
  seen_events: { owner: 'service', holds: 'names of stored events', per: 'process', bound: 100_000 },
  unknown_keys: { owner: 'accounts', holds: 'digests that no key has', per: 'process', bound: 10_000 },
  sign_in_targets: { owner: 'accounts', holds: 'e-mails of sign-ins', per: 'process', bound: 500 },
  first_paints: {
    owner: 'gateway',
    holds: 'answers that the first views of console pages share',
    per: 'process',
    bound: 64,
  },
  logged_addresses: { owner: 'gateway', holds: 'hashes of addresses for the log', per: 'process', bound: 10_000 },
} as const satisfies Readonly<Record<string, Cache>>;

export type CacheName = keyof typeof CACHES;
