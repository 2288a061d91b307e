import { ConfigError, type Log, systemClock } from '@loadcast/observe';
import { configuredForecaster, forecasterFor } from '../forecasting/configured-forecaster.js';
import { type RunnerSettings, startRunner, threadsOf } from '../forecasting/start-runner.js';
import { actualsOf } from '../wiring/actuals-source.js';
import { openStore } from '../wiring/store.js';
import { QUEUE_UNTENDED } from './make-by-queue.js';
import { workOnForecasts } from './work-on-forecasts.js';

/** Jobs under way for each thread: one that is computed, and one that waits its turn. */
const JOBS_PER_THREAD = 2;

/**
 * Makes forecasts that another process plans, until the signal comes.
 *
 * @throws {ConfigError} the store is embedded: its one process forecasts
 */
export async function workUntil(signal: AbortSignal, config: RunnerSettings, log: Log): Promise<void> {
  if (config.DATABASE_URL === undefined)
    throw new ConfigError('DATABASE_URL: workers need PostgreSQL. The service of an embedded store forecasts itself.');
  const store = await openStore(config);
  try {
    const jobs = await store.openIssueJobs!((err) => log.warn({ err }, QUEUE_UNTENDED));
    const forecaster = forecasterFor(configuredForecaster(config), await actualsOf(store.meta));
    const runner = await startRunner(config, store, forecaster, { keepsFits: true });
    const atATime = threadsOf(config) * JOBS_PER_THREAD;
    log.info({ store: store.place, atATime }, 'this worker takes forecasts that are due');
    await workOnForecasts({ jobs, runner, clock: systemClock, log, atATime, signal });
    await jobs.close();
    await runner.close();
  } finally {
    await store.close();
  }
}
