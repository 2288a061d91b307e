import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '@loadcast/core';
import { type Clock, ConfigError, type Log, systemClock } from '@loadcast/observe';
import type { IssueJob, IssueJobs } from '@loadcast/storage/postgres';
import { configuredForecaster, forecasterFor } from '../forecasting/configured-forecaster.js';
import type { ForecastRunner } from '../forecasting/forecast-runner.js';
import { toVintage } from '../forecasting/publish.js';
import { type RunnerSettings, startRunner, threadsOf } from '../forecasting/start-runner.js';
import { actualsOf } from '../wiring/actuals-source.js';
import { openStore } from '../wiring/store.js';
import { type JobOutput, QUEUE_UNTENDED } from './make-by-queue.js';

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

interface WorkOptions {
  readonly jobs: IssueJobs;
  readonly runner: ForecastRunner;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
  readonly atATime: number;
  /** Ends the work: jobs under way are given back. */
  readonly signal: AbortSignal;
}

/** How long an idle worker waits before it looks again, ms. */
const IDLE_MS = 500;

/** Takes due forecasts from the queue, makes and keeps them, until it is stopped. Never rejects. */
export async function workOnForecasts(options: WorkOptions): Promise<void> {
  const { jobs, log, atATime, signal } = options;
  const refresh = refreshOnceARound(options.runner);
  const underWay = new Map<string, { readonly job: IssueJob; readonly done: Promise<void> }>();
  const stopped = once(signal, 'abort').then(() => undefined);
  const idle = () => sleep(IDLE_MS, undefined, { signal }).catch(() => undefined);
  const take = (count: number): Promise<IssueJob[]> =>
    jobs.take(count).catch((err: unknown) => {
      log.warn({ err }, 'the queue of forecasts cannot be read; it is asked again');
      return [];
    });
  while (!signal.aborted) {
    const room = atATime - underWay.size;
    const taken = room === 0 ? [] : await take(room);
    for (const job of taken) {
      const done = workOn(job, options, refresh).finally(() => underWay.delete(job.id));
      underWay.set(job.id, { job, done });
    }
    if (taken.length < room) await idle();
    else await Promise.race([...underWay.values()].map(({ done }) => done).concat(stopped));
  }
  for (const { job } of underWay.values())
    await jobs.fail(job, { message: 'the worker stopped' }).catch(() => undefined);
}

async function workOn(
  job: IssueJob,
  { jobs, runner, clock, log, signal }: WorkOptions,
  refresh: (plannedAt: number) => Promise<void>,
): Promise<void> {
  const { areaId, issuedAt, plannedAt } = job.task;
  const end = (output: JobOutput) => jobs.end(job, output);
  try {
    if (job.isStale) return await end({ outcome: 'superseded' });
    await refresh(plannedAt);
    const forecast = await runner.issue(areaId, issuedAt);
    if (signal.aborted) return;
    const { model, excludedInputs } = forecast;
    const vintage = toVintage(areaId, issuedAt, clock.now(), forecast);
    const outcome = await jobs.publish(job, vintage, (made) => ({ outcome: made, model: model.name, excludedInputs }));
    log.info({ area: areaId, outcome, model: model.name, excludedInputs }, 'issued');
  } catch (error) {
    if (signal.aborted) return;
    if (!isNoData(error)) {
      log.error({ err: error, area: areaId, attempt: job.attempt }, 'forecast failed; the job is given back');
      await jobs.fail(job, { message: String(error) }).catch(() => undefined);
    } else await end({ outcome: 'no_data', message: error.message, details: error.details }).catch(() => undefined);
  }
}

const isNoData = (error: unknown): error is ServiceError<'no_data'> =>
  error instanceof ServiceError && error.code === 'no_data';

/** Reads new data when the first task of a later round comes, once for all tasks of that round; one that failed is read again. */
export function refreshOnceARound(runner: Pick<ForecastRunner, 'refresh'>): (plannedAt: number) => Promise<void> {
  let readFor = Number.NEGATIVE_INFINITY;
  let reading = Promise.resolve();
  async function read(): Promise<void> {
    try {
      await runner.refresh();
    } catch (error) {
      readFor = Number.NEGATIVE_INFINITY;
      throw error;
    }
  }
  return (plannedAt) => {
    if (plannedAt > readFor) {
      readFor = plannedAt;
      reading = reading.then(read, read);
    }
    return reading;
  };
}
