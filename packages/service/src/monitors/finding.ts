import type { AreaId } from '@loadcast/core';

export const MONITORS = [
  'store',
  'backup',
  'quota',
  'forecast',
  'poll',
  'weather',
  'operator_feed',
  'data_lag',
  'frozen_feed',
  'clock_lag',
  'coverage',
  'missed_gate',
] as const;

export type MonitorName = (typeof MONITORS)[number];

/** Something that is wrong, and how to remedy it. */
export interface Finding {
  readonly monitor: MonitorName;
  readonly areaId?: AreaId;
  /** The measurement, with its unit. */
  readonly message: string;
}

/** What an operator can do about each. */
export const REMEDIES: Readonly<Record<MonitorName, string>> = {
  store:
    'Check the disk (space, permissions) or the database (is it up, are there connections left). Forecasts in memory ' +
    'are served meanwhile; writing resumes when a full disk has room again or PostgreSQL is back. Restart ' +
    'after a failed write to the embedded store.',
  backup:
    'Check BACKUP_DIR (space, permissions) and look for "backup failed" in the log; then try `loadcast backup FILE` by hand. ' +
    'A store that is damaged cannot be backed up: keep the last good backup.',
  quota:
    'Check REDIS_URL: redis: or rediss: (TLS; NODE_EXTRA_CA_CERTS=FILE trusts a certificate of your own), user, password, number of the ' +
    'database; and that the user may run EVAL, EVALSHA, HGETALL and ZREM. Each gateway counts within its share meanwhile.',
  forecast:
    'Look for "forecast failed" and "no forecast can be issued" in the log. A first forecast needs 14 whole ' +
    'days of the area’s own load: polls of the EIA API bring them, the newest first; or ingest the six-month files or run backfill.',
  poll:
    'Look for "load poll failed" in the log: a refused key (EIA_API_KEY), a limit, or an upstream that is down. Forecasts ' +
    'continue from the stored load.',
  weather:
    'Look for "weather poll failed" in the log: a limit, a refused key, or a provider that is down. Forecasts ' +
    'continue, after a while without weather: meta.model names the model that ran.',
  operator_feed:
    'Forecasts are made without it. `loadcast doctor` shows why its files were left out, `doctor --live` the differences; compare ' +
    'the kept files with the operator’s pages.',
  data_lag:
    'Compare with https://www.eia.gov/electricity/gridmonitor/. If the upstream has the hours, look for "load poll failed" in ' +
    'the log; hours of more than 60 days ago need backfill --again. If it has not, wait: the forecast steps around it.',
  frozen_feed: 'The operator repeats one value. Forecasts leave such hours out; report it to EIA-930@eia.gov.',
  clock_lag:
    'Load and its forecasts no longer agree on the hour. If it lags behind our forecasts, load is mislabeled from some day ' +
    'on; if it lags behind the operator’s alone, one of the two may be. Add a row to ' +
    'packages/sources/src/eia930/clock-faults.data.ts with the day on which it began, and ingest again.',
  coverage:
    'Intervals are too narrow or too wide for the current load. Run backtest over the last months with --out and ' +
    'check the calibration in its report; after a change in the grid the models need some weeks.',
  missed_gate:
    'No forecast was made in time for a gate. Was the service stopped, was there no leader, or did forecasts take ' +
    'longer than two minutes? Add FORECAST_WORKERS, or use a faster machine.',
};
