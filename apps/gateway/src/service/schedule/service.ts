import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ActualsStore,
  AREAS,
  type Area,
  type AreaId,
  type EpochMs,
  floorToHour,
  type LoadSource,
  MINUTE_MS,
  ServiceError,
  type VintageStore,
} from '@loadcast/core';
import { newestHour } from '@loadcast/core/series';
import { firstOf, withDeadline } from '@loadcast/sources/deadline';
import { Cron } from 'croner';
import type { Clock } from '../../clock.js';
import type { Log } from '../../log.js';
import type { Store } from '../../wiring.js';
import type { ForecastRunner } from '../forecasting/forecast-runner.js';
import { publish } from '../forecasting/publish.js';
import { dueIssue, type IssueReason } from './due-issue.js';
import { createLoadPolls } from './load-polls.js';
import { NO_OBSERVER, type ServiceObserver } from './service-observer.js';

export interface ServiceDeps {
  readonly clock: Clock;
  readonly actuals: ActualsStore;
  readonly vintages: VintageStore;
  readonly runner: ForecastRunner;
  /** Absent when nothing is followed: forecasts are still issued from what the store holds. */
  readonly source: LoadSource | undefined;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
  readonly observer?: ServiceObserver;
  /** Of all processes that share the store, one polls and issues. */
  readonly withLeadership: Store['withLeadership'];
  /** Called when this process begins to lead, before anything is issued. */
  onLead?(): Promise<void>;
  /** Called once the first round of issues is done; the signal ends with the lead. */
  afterFirstIssue?(signal: AbortSignal): Promise<unknown>;
  /** Runs beside the polls of the source, at the same pace, and fails alone. */
  pollWeather?(now: EpochMs, signal: AbortSignal): Promise<boolean>;
}

/** The second flow: polls, stores, issues and publishes, each step reading and writing the store. */
export interface Service {
  /** Reads the source when that is due. Never more than one at a time. Never rejects. */
  poll(): Promise<void>;
  /** Issues what is due, waiting for no poll. An area whose forecast is under way is left alone. Never rejects. */
  issue(): Promise<void>;
  /** Resolves when the first round of issues is done, or when another process turns out to lead. */
  start(): Promise<void>;
  /** Ends everything; a forecast under way is waited for, but not for long. */
  stop(): Promise<void>;
}

const POLL_EVERY_MS = 10 * MINUTE_MS;
const POLL_AGAIN_MS = 2 * MINUTE_MS;
/** A poll that takes longer than this is given up, so that the next one can begin. */
const POLL_DEADLINE_MS = 9 * MINUTE_MS;
/** After a failed forecast the next attempt waits, ever longer; a gate waits for nothing. */
const FIRST_RETRY_MS = 2 * MINUTE_MS;
const LAST_RETRY_MS = 30 * MINUTE_MS;
const LEAD_RETRY_MS = 1_000;
const STOP_PATIENCE_MS = 2_000;

export function createService(deps: ServiceDeps): Service {
  const { clock, actuals, vintages, runner, source, log, observer = NO_OBSERVER } = deps;
  const stopping = new AbortController();
  const loadPolls = source && createLoadPolls({ source, actuals, clock, log, observer });
  const underWay = new Map<AreaId, Promise<void>>();
  const failures = new Map<AreaId, { count: number; retryAt: EpochMs }>();
  let lead: AbortSignal = stopping.signal;
  let nextPollAt = Number.NEGATIVE_INFINITY;
  let polling: Promise<void> | undefined;
  let newest: { readonly hour: EpochMs; readonly starts: ReadonlyMap<AreaId, EpochMs | undefined> } | undefined;
  let leading: Promise<void> | undefined;

  async function pollOnce(): Promise<void> {
    const askedAt = clock.now();
    if (askedAt < nextPollAt) return;
    nextPollAt = askedAt + POLL_EVERY_MS;
    await withDeadline(lead, POLL_DEADLINE_MS, 'a poll', async (signal) => {
      // Each for itself: weather that is long in coming keeps no new load from the forecasts.
      const load = pollLoad(askedAt, signal);
      const deep = load.then(async () => (await loadPolls?.deep(askedAt, signal))?.isNew ?? false);
      const polls = [load, deep, pollWeather(askedAt, signal)];
      await Promise.all(polls.map(async (learns) => (await learns) && handOn()));
    });
  }

  /** Lets the forecasts see what is new. */
  async function handOn(): Promise<void> {
    try {
      await runner.refresh();
    } catch (error) {
      log.error({ err: error }, 'forecast workers could not read what is new');
    }
    // Only now: a forecast made before the workers have read what is new would not be newer than the last one.
    newest = undefined;
    failures.clear();
  }

  async function pollLoad(askedAt: EpochMs, signal: AbortSignal): Promise<boolean> {
    if (!loadPolls) return false;
    const { isNew, failed } = await loadPolls.shallow(askedAt, signal);
    if (failed && !lead.aborted) nextPollAt = askedAt + POLL_AGAIN_MS;
    return isNew;
  }

  async function pollWeather(askedAt: EpochMs, signal: AbortSignal): Promise<boolean> {
    try {
      return (await deps.pollWeather?.(askedAt, signal)) ?? false;
    } catch (error) {
      if (!lead.aborted) log.error({ err: error }, 'poll beside the source failed');
      return false;
    }
  }

  /** A replay's clock reveals hours that the store already holds, so this is read again every hour. */
  async function newestActuals(now: EpochMs): Promise<ReadonlyMap<AreaId, EpochMs | undefined>> {
    const hour = floorToHour(now);
    if (newest?.hour === hour) return newest.starts;
    const rows = await Promise.all(
      AREAS.map(async ({ id, series }): Promise<[AreaId, EpochMs | undefined]> => {
        return [id, newestHour(await actuals.read({ series, measure: 'demand' }), now)];
      }),
    );
    newest = { hour, starts: new Map(rows) };
    return newest.starts;
  }

  async function issueDue(area: Area, newestActual: EpochMs | undefined): Promise<void> {
    const now = clock.now();
    let reason: IssueReason | undefined;
    try {
      const before = await vintages.newest(area.id, now);
      reason = dueIssue(area, now, before, newestActual);
      if (!reason || lead.aborted) return;
      if (reason !== 'gate' && now < (failures.get(area.id)?.retryAt ?? 0)) return;
      const issuedAt = clock.now();
      const forecast = await runner.issue(area.id, issuedAt);
      // The lead may have gone to another process meanwhile, and that may have issued.
      const since = await vintages.newest(area.id, clock.now());
      if (lead.aborted || since?.issuedAt !== before?.issuedAt) return;
      const kept = await publish(vintages, area.id, issuedAt, clock.now(), forecast);
      failures.delete(area.id);
      observer.issued({ areaId: area.id, outcome: kept ? 'kept' : 'refused', reason, at: clock.now() });
      log.info(
        { area: area.id, reason, model: forecast.model.name, excludedInputs: forecast.excludedInputs, kept },
        'issued',
      );
    } catch (error) {
      reportFailure(area, reason, error);
    }
  }

  function reportFailure(area: Area, reason: IssueReason | undefined, error: unknown): void {
    if (lead.aborted) return;
    const at = clock.now();
    const count = (failures.get(area.id)?.count ?? 0) + 1;
    failures.set(area.id, { count, retryAt: at + Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (count - 1)) });
    const hasNoData = error instanceof ServiceError && error.code === 'no_data';
    observer.issued({ areaId: area.id, outcome: hasNoData ? 'no_data' : 'failed', reason, at });
    if (hasNoData) log.warn({ area: area.id, reason: error.message }, 'no forecast can be issued');
    else log.error({ err: error, area: area.id }, 'forecast failed; the newest one stays');
  }

  async function issue(): Promise<void> {
    const known = await newestActuals(clock.now()).catch((error: unknown) => {
      log.error({ err: error }, 'actuals cannot be read; gates are kept all the same');
      return new Map<AreaId, EpochMs>();
    });
    await Promise.all(
      AREAS.map((area) => {
        const running =
          underWay.get(area.id) ?? issueDue(area, known.get(area.id)).finally(() => underWay.delete(area.id));
        underWay.set(area.id, running);
        return running;
      }),
    );
  }

  function poll(): Promise<void> {
    polling ??= pollOnce().finally(() => {
      polling = undefined;
    });
    return polling;
  }

  async function runAsLeader(lost: AbortSignal, ready: () => void): Promise<void> {
    lead = firstOf(lost, stopping.signal);
    observer.leading(true);
    log.info('this process polls and forecasts from now on');
    newest = undefined;
    failures.clear();
    nextPollAt = Number.NEGATIVE_INFINITY;
    await deps.onLead?.();
    const crons = [new Cron('*/30 * * * * *', () => poll()), new Cron('*/30 * * * * *', () => issue())];
    void poll();
    const beside = issue()
      .then(ready)
      .then(() => deps.afterFirstIssue?.(lead))
      .catch((error: unknown) => log.error({ err: error }, 'failed beside the schedule'));
    await untilAborted(lead);
    for (const cron of crons) cron.stop();
    observer.leading(false);
    await Promise.race([Promise.allSettled([polling, beside, ...underWay.values()]), sleep(STOP_PATIENCE_MS)]);
  }

  async function seekLead(ready: () => void): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await deps.withLeadership('forecaster', (lost) => runAsLeader(lost, ready));
      } catch (error) {
        if (!stopping.signal.aborted) log.warn({ err: error }, 'the lead cannot be asked for at the moment');
      }
      ready();
      await sleep(LEAD_RETRY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  return {
    poll,
    issue,
    start: () =>
      new Promise((resolve) => {
        leading = seekLead(resolve);
      }),
    async stop() {
      stopping.abort();
      await leading;
    },
  };
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
