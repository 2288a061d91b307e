import {
  type ActualsStore,
  AREAS,
  type Area,
  type AreaId,
  DAY_MS,
  type EpochMs,
  floorToHour,
  HOUR_MS,
  ingestActuals,
  type LoadSource,
  MINUTE_MS,
  newestHour,
  ServiceError,
  type VintageStore,
} from '@loadcast/core';
import { Cron } from 'croner';
import type { Clock } from '../clock.js';
import type { ForecastRunner } from '../forecasting/forecast-runner.js';
import { publish } from '../forecasting/publish.js';
import type { Log } from '../log.js';
import { dueIssue } from './due-issue.js';

export interface ServiceDeps {
  readonly clock: Clock;
  readonly actuals: ActualsStore;
  readonly vintages: VintageStore;
  readonly runner: ForecastRunner;
  /** Absent when nothing is followed: forecasts are still issued from what the store holds. */
  readonly source: LoadSource | undefined;
  readonly log: Log;
  /** Told after new actuals were stored. */
  onActuals?(): void | Promise<void>;
}

/** The second flow: polls, stores, issues and publishes, each step reading and writing the store. */
export interface Service {
  /** Everything that is due now. Safe to call at any time: a call during another waits for it. */
  tick(): Promise<void>;
  start(): void;
  /** Ends the polling; a forecast under way is finished first. */
  stop(): Promise<void>;
}

const POLL_EVERY_MS = 10 * MINUTE_MS;
const REREAD_MS = 7 * DAY_MS;
const REREAD_DAILY_MS = 60 * DAY_MS;
const LOOK_AHEAD_MS = 2 * DAY_MS;

export function createService(deps: ServiceDeps): Service {
  const { clock, actuals, vintages, runner, source, log } = deps;
  const stopping = new AbortController();
  let lastPollAt = Number.NEGATIVE_INFINITY;
  let lastDeepPollAt = Number.NEGATIVE_INFINITY;
  let newestActuals: Map<AreaId, EpochMs | undefined> | undefined;
  let running: Promise<void> = Promise.resolve();
  let cron: Cron | undefined;

  async function poll(now: EpochMs): Promise<void> {
    if (!source || now - lastPollAt < POLL_EVERY_MS) return;
    const deep = now - lastDeepPollAt >= DAY_MS;
    lastPollAt = now;
    const window = {
      start: floorToHour(now - (deep ? REREAD_DAILY_MS : REREAD_MS)),
      end: floorToHour(now + LOOK_AHEAD_MS),
    };
    const observations = await source.fetch(window, now, stopping.signal);
    const report = await ingestActuals(actuals, observations, { ingestedAt: now, arrival: 'live' });
    if (deep) lastDeepPollAt = now;
    const learnt = report.series.reduce((sum, row) => sum + row.newHours + row.restatedHours, 0);
    log.info({ source: source.name, learntHours: learnt }, 'polled');
    if (learnt === 0) return;
    newestActuals = undefined;
    await runner.refresh();
    await deps.onActuals?.();
  }

  async function readNewestActuals(now: EpochMs): Promise<Map<AreaId, EpochMs | undefined>> {
    const rows = await Promise.all(
      AREAS.map(async ({ id, series }): Promise<[AreaId, EpochMs | undefined]> => {
        return [id, newestHour(await actuals.read({ series, measure: 'demand' }), now)];
      }),
    );
    return new Map(rows);
  }

  async function issueIfDue(area: Area, now: EpochMs): Promise<void> {
    if (stopping.signal.aborted) return;
    const newest = await vintages.newest(area.id, now);
    const reason = dueIssue(area, now, newest, newestActuals?.get(area.id));
    if (!reason) return;
    const issuedAt = clock.now();
    const forecast = await runner.issue(area.id, issuedAt);
    const kept = await publish(vintages, area.id, issuedAt, clock.now(), forecast);
    log.info({ area: area.id, reason, model: forecast.model.name, leftOut: forecast.leftOut, kept }, 'issued');
  }

  async function tickOnce(): Promise<void> {
    const now = clock.now();
    await poll(now).catch((error: unknown) => log.error({ err: error, source: source?.name }, 'poll failed'));
    // A replay's clock reveals hours that the store already holds, so this is read again at least hourly.
    newestActuals ??= await readNewestActuals(now);
    await Promise.all(
      AREAS.map((area) => issueIfDue(area, now).catch((error: unknown) => reportIssueFailure(area, error))),
    );
  }

  function reportIssueFailure(area: Area, error: unknown): void {
    if (error instanceof ServiceError && error.code === 'no_data') {
      log.warn({ area: area.id, reason: error.message }, 'no forecast can be issued');
    } else {
      log.error({ err: error, area: area.id }, 'forecast failed; the newest one stays');
    }
  }

  function tick(): Promise<void> {
    running = running.then(tickOnce, tickOnce);
    return running;
  }

  return {
    tick,
    start() {
      cron = new Cron('*/30 * * * * *', { protect: true }, () => {
        if (clock.now() % HOUR_MS < MINUTE_MS) newestActuals = undefined;
        return tick();
      });
    },
    async stop() {
      cron?.stop();
      stopping.abort();
      await running.catch(() => undefined);
    },
  };
}
