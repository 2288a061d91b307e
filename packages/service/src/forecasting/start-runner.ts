import { existsSync } from 'node:fs';
import type { AreaId, Areas, Forecaster, IssuedForecast } from '@loadcast/core';
import { AskedThread } from '../asked-threads/asked-thread.js';
import { SERVICE_ERRORS } from '../asked-threads/carried-errors.js';
import { weatherReader } from '../weather/weather-reader.js';
import type { Store } from '../wiring/store.js';
import { type ForecastRunner, openForecastRunner } from './forecast-runner.js';
import { openForecastThread, WORKER_FILE } from './forecast-thread.js';
import type { WorkerQuestion, WorkerSettings, WorkerStart } from './worker-protocol.js';

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

/** How long a thread may take to end its current task; a forecast without a waiting caller is not worth more. */
const CLOSE_PATIENCE_MS = 500;

interface WorkerRunnerOptions extends Pick<WorkerStart, 'settings' | 'keepsFits'> {
  readonly areas: Areas;
  readonly count: number;
}

/**
 * Forecasts in `count` worker threads, each with its own areas, so that a run never delays a request.
 *
 * @param file what the threads run
 */
export function workerForecastRunner(
  { areas, settings, count, keepsFits }: WorkerRunnerOptions,
  file = WORKER_FILE,
): ForecastRunner {
  const threads = Array.from({ length: count }, (_, index) => {
    const areaIds = areas.list.filter((_area, row) => row % count === index).map(({ id }) => id);
    return startThread(file, { settings, areaIds, keepsFits });
  });
  const threadOf = (areaId: AreaId) => {
    const row = areas.list.findIndex(({ id }) => id === areaId);
    return threads[(row < 0 ? areaId.charCodeAt(areaId.length - 1) : row) % count]!; // one that was added since has no row
  };
  return {
    issue: (areaId, issuedAt) => threadOf(areaId).ask({ type: 'issue', areaId, issuedAt }) as Promise<IssuedForecast>,
    async refresh() {
      const running = threads.filter((thread) => thread.isRunning);
      await Promise.all(running.map((thread) => thread.ask({ type: 'refresh' })));
    },
    async close() {
      await Promise.all(threads.map(closeInTime));
    },
  };
}

/** A thread that has ended, out of memory say, is started again with the next forecast asked of it. */
function startThread(file: URL, start: WorkerStart): AskedThread<WorkerQuestion> {
  const thread = new AskedThread<WorkerQuestion>({
    open() {
      const worker = openForecastThread(file);
      worker.postMessage(start);
      return worker;
    },
    classes: SERVICE_ERRORS,
  });
  thread.start();
  return thread;
}

async function closeInTime(thread: AskedThread<WorkerQuestion>): Promise<void> {
  const patience = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_PATIENCE_MS).unref());
  if (thread.isRunning) await Promise.race([thread.ask({ type: 'close' }).catch(() => undefined), patience]);
  await thread.close();
}
