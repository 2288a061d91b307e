import { existsSync } from 'node:fs';
import type { Forecaster } from '@loadcast/core';
import { weatherReader } from '../weather/weather-reader.js';
import type { Store } from '../wiring/store.js';
import { type ForecastRunner, openForecastRunner } from './forecast-runner.js';
import { WORKER_FILE } from './forecast-thread.js';
import type { WorkerSettings } from './worker-protocol.js';
import { workerForecastRunner } from './worker-runner.js';

export interface RunnerSettings extends WorkerSettings {
  /** Threads; where workers of a shared store forecast it is 0, and one forecasts the past of a demo. */
  readonly FORECAST_WORKERS: number;
}

/** Threads that forecast: one at least, also where workers of a shared store do. */
export const threadsOf = ({ FORECAST_WORKERS }: Pick<RunnerSettings, 'FORECAST_WORKERS'>): number =>
  Math.max(1, FORECAST_WORKERS);

/**
 * A replay keeps no fits: those beside the store are of the present. Forecasts run in worker threads where the compiled
 * worker is there, else (from source) on this thread.
 */
export async function startRunner(
  config: RunnerSettings,
  store: Store,
  forecaster: Forecaster,
  { keepsFits }: { readonly keepsFits: boolean },
): Promise<ForecastRunner> {
  const areas = store.everyArea();
  const count = threadsOf(config);
  if (existsSync(WORKER_FILE))
    return workerForecastRunner({ areas, settings: workerSettings(config), count, keepsFits });
  const readWeather = weatherReader(
    store.weather,
    areas.list.map(({ id }) => id),
  );
  return openForecastRunner(forecaster, store.actuals, areas.list, readWeather, undefined, store.followAreas);
}

/** The settings that a thread is sent: no more of them than it needs. */
function workerSettings({ LOADCAST_DATA_DIR, DATABASE_URL, FORECASTER }: WorkerSettings): WorkerSettings {
  return { LOADCAST_DATA_DIR, DATABASE_URL, FORECASTER };
}
