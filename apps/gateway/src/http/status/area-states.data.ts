import type { MonitorName } from '@loadcast/service';

/** The state of an area, the gravest first. */
export const AREA_STATES = ['degraded', 'clock_suspect', 'frozen', 'source_late', 'ok'] as const;

export type AreaStateName = (typeof AREA_STATES)[number];

/** What a finding of each monitor makes of an area, or of the whole service. */
export const STATE_OF_MONITOR: Readonly<Record<MonitorName, AreaStateName>> = {
  store: 'degraded',
  backup: 'degraded',
  // Requests are answered, and counted within a share.
  quota: 'ok',
  workers: 'degraded',
  forecast: 'degraded',
  poll: 'source_late',
  weather: 'degraded',
  // An input beside EIA-930: load and forecasts go on.
  operator_feed: 'ok',
  data_lag: 'source_late',
  frozen_feed: 'frozen',
  clock_lag: 'clock_suspect',
  coverage: 'degraded',
  missed_gate: 'degraded',
};

/** A state in words, where no finding says more. */
export const STATE_WORDS: Readonly<Record<AreaStateName, string>> = {
  ok: 'Load and forecasts are up to date.',
  source_late: 'The source is late. Forecasts use the data available.',
  frozen: 'The source repeats one value. Forecasts ignore these hours.',
  clock_suspect: 'Reported load looks off by an hour. Treat its hours with care.',
  degraded: 'This area’s forecasts have a problem.',
};

/** Message of an area without a forecast, where no finding says why: at a first start, nothing is wrong. */
export const NO_RUN_YET = 'No forecast yet. The first comes once load has been read.';

/** Findings that are about no area, for readers without a key: the operator's log has the details. */
export const SERVICE_WORDS: Readonly<Partial<Record<MonitorName, string>>> = {
  store: 'The store is unavailable; answers come from memory.',
  backup: 'The last backup is too old.',
  workers: 'No worker makes forecasts at the moment.',
  poll: 'The load source is not responding.',
  weather: 'The weather source is not responding.',
};
