import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '@loadcast/core';
import type { Clock, Log } from '@loadcast/observe';
import type { IssueJob, IssueJobs } from '@loadcast/storage/postgres';
import type { ForecastRunner } from '../forecasting/forecast-runner.js';
import { toVintage } from '../forecasting/publish.js';
import type { JobOutput } from './make-by-queue.js';

export interface WorkOptions {
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
