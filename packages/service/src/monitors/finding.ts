import type { AreaId } from '@loadcast/core';

export type MonitorName = keyof typeof REMEDIES;

export interface Finding {
  readonly monitor: MonitorName;
  readonly areaId?: AreaId;
  /** The measurement, with its unit. */
  readonly message: string;
}

export const REMEDIES = {
  store:
    'Check the disk (space, permissions) or the database (is it up, does it have free connections). Forecasts are ' +
    'served from memory; writing resumes when a full disk has room or PostgreSQL is back. Restart ' +
    'after a failed write to the embedded store.',
  backup:
    'Check BACKUP_DIR (space, permissions) and look for "backup failed" in the log; then try `loadcast backup FILE` by hand. ' +
    'A damaged store cannot be backed up: keep the last good backup.',
  quota:
    'Check REDIS_URL: redis: or rediss: (TLS; NODE_EXTRA_CA_CERTS=FILE trusts a certificate of your own), user, password, database ' +
    'number. The user needs EVAL, EVALSHA, HGETALL and ZREM. Until then each gateway counts within its share.',
  workers:
    'Run `loadcast work` on machines that reach the database, or set FORECAST_WORKERS to 1 or more on the gateways. If it ' +
    'runs, look for "the queue of forecasts cannot be read" and "forecast failed" in its log.',
  forecast:
    'Look for "forecast failed" and "no forecast can be issued" in the log. A first forecast needs 14 complete ' +
    'days of the area’s load, of an added area 30. Polls of the EIA API bring 60, newest first; or ingest the six-month files ' +
    '(`loadcast ingest eia930 FILE...`), or run backfill.',
  poll:
    'Look for "load poll failed" in the log: a refused key (EIA_API_KEY), a limit, or an upstream that is down. Forecasts ' +
    'continue from the stored load.',
  weather:
    'Look for "weather poll failed" in the log: a limit, a refused key, or a provider that is down. Forecasts ' +
    'continue, later without weather; meta.model names the model that ran.',
  operator_feed:
    'Forecasts are made without it. `loadcast doctor` shows why its files were left out, `doctor --live` the differences. Compare ' +
    'the kept files with the operator’s pages.',
  data_lag:
    'Compare with https://www.eia.gov/electricity/gridmonitor/. If the upstream has the hours, look for "load poll failed" in ' +
    'the log; hours more than 60 days old need backfill --again. If not, wait: forecasts fill in the missing hours.',
  frozen_feed: 'The operator repeats one value. Forecasts leave those hours out. Report it to EIA-930@eia.gov.',
  clock_lag:
    'Load and forecasts no longer agree on the hour. If load differs from our forecasts, its hours are labeled wrong since some ' +
    'day. If it differs from the operator’s forecast only, either may be wrong. Add a row to ' +
    'packages/sources/src/eia930/clock-faults.data.ts with the first wrong day, and ingest again.',
  coverage:
    'The likely range is too narrow or too wide for the current load. Backtest the last months with --out and ' +
    'check coverage in its report. After a change in the grid the models need some weeks.',
  missed_gate:
    'No forecast was made in time for a gate. Was the service down, was there no leader, or did forecasts take ' +
    'longer than two minutes? Raise FORECAST_WORKERS, or use a faster machine.',
} as const satisfies Readonly<Record<string, string>>;
