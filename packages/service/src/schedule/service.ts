import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Areas, VintageStore } from '@loadcast/core';
import { firstOf } from '@loadcast/sources/deadline';
import { Cron } from 'croner';
import type { ForecastRunner } from '../forecasting/forecast-runner.js';
import { FORECASTER, type Leadership } from '../wiring/leadership.js';
import type { Store } from '../wiring/store.js';
import { Issuer } from './issuer.js';
import { type MakeForecast, makeForecastHere } from './make-forecast.js';
import { NewestActuals } from './newest-actuals.js';
import { Poller, type PollerDeps } from './poller.js';
import { RetryTimes } from './retry-times.js';
import { NO_OBSERVER, type ServiceObserver } from './service-observer.js';

export interface ServiceDeps
  extends Pick<PollerDeps, 'clock' | 'actuals' | 'source' | 'log' | 'polls' | 'pollWeather' | 'pollFeeds'> {
  areas(): Areas;
  readonly vintages: VintageStore;
  readonly runner: ForecastRunner;
  /** Makes a due forecast; default: by the runner. */
  readonly makeForecast?: MakeForecast | undefined;
  /** The areas whose load the source has; default: all. */
  sourceAreas?(): Areas;
  readonly observer?: ServiceObserver;
  /** One of all processes that share the store polls and issues. */
  readonly withLeadership: Store['withLeadership'];
  /** Grows with load that is stored: also with an account's own, which comes by no poll. */
  loadVersion?(): number;
  /** Reads the list of areas again. Never rejects. */
  followAreas?(): Promise<void>;
  /** Called when this process begins to lead, before anything is issued. */
  onLead?(): Promise<void>;
  /** Called once the first round of issues is done; the signal ends with the lead. */
  afterFirstIssue?(signal: AbortSignal): Promise<unknown>;
  /** Runs as long as this process leads. Never rejects. */
  whileLeading?(signal: AbortSignal): Promise<void>;
  /** Issues the blends that are due. Never rejects. */
  issueBlends?(): Promise<void>;
  /** Drops runs that are kept no longer. Never rejects. */
  dropOldRuns?(): Promise<void>;
  /** Makes a backup when one is due. Never rejects. */
  backUp?(signal: AbortSignal): Promise<void>;
}

/** The second flow: polls, stores, issues and publishes, each step reading and writing the store. */
export interface Service {
  /** Reads the source when that is due. Never more than one at a time. Never rejects. */
  poll(): Promise<void>;
  /** Issues due forecasts, waiting for no poll. An area whose forecast is under way is left alone. Never rejects. */
  issue(): Promise<void>;
  /** Resolves when the first round of issues is done, or when another process turns out to lead. */
  start(): Promise<void>;
  /** Ends everything; waits for a forecast under way, two seconds at most. */
  stop(): Promise<void>;
}

const LEAD_RETRY_MS = 5_000;
const STOP_PATIENCE_MS = 2_000;
/** How often it is checked whether a poll or a forecast is due: on the service's clock, and not twice a second. */
const CHECK_EVERY_SECONDS = 30;

export function createService(deps: ServiceDeps): Service {
  const { log, observer = NO_OBSERVER, sourceAreas = deps.areas } = deps;
  const stopping = new AbortController();
  const leadership: Leadership = { signal: stopping.signal };
  const newestActuals = new NewestActuals(deps);
  const retries = new RetryTimes();
  const news = createNews(deps, newestActuals, retries);
  const makeForecast = deps.makeForecast ?? makeForecastHere({ ...deps, leadership });
  const issuer = new Issuer({ ...deps, makeForecast, observer, leadership, newestActuals, retries });
  const poller = new Poller({ ...deps, sourceAreas, observer, leadership, onNews: news.spread, onPiece });
  let running: Promise<void> | undefined;

  /** A store that has just begun to fill issues as soon as there is enough, not when all of the weeks before have come. */
  async function onPiece(): Promise<void> {
    if (!issuer.lacksForecasts) return;
    await news.spread();
    void issuer.issue();
  }

  async function issue(): Promise<void> {
    if (news.isMissed() && !poller.underWay) await news.spread();
    return issuer.issue();
  }

  async function runAsLeader(lost: AbortSignal, ready: () => void): Promise<void> {
    leadership.signal = firstOf(lost, stopping.signal);
    const { signal } = leadership;
    observer.leading(true);
    log.info('this process is the leader: it polls and forecasts');
    newestActuals.forget();
    retries.clear();
    poller.pollSoon();
    await deps.onLead?.();
    const duties = [
      () => poller.poll(),
      issue,
      () => deps.issueBlends?.(),
      () => deps.followAreas?.(),
      () => void Promise.all([deps.dropOldRuns?.(), deps.backUp?.(signal)]),
    ];
    const seconds = Math.max(1, Math.round(CHECK_EVERY_SECONDS / (deps.clock.speed ?? 1)));
    const crons = duties.map((duty) => new Cron(`*/${seconds} * * * * *`, duty));
    void poller.poll();
    const firstIssue = issuer
      .issue()
      .then(ready)
      .then(() => deps.afterFirstIssue?.(signal))
      .then(() => deps.backUp?.(signal))
      .catch((error: unknown) => log.error({ err: error }, 'the work after the first issue failed'));
    const alongside = deps.whileLeading?.(signal);
    if (!signal.aborted) await once(signal, 'abort');
    for (const cron of crons) cron.stop();
    observer.leading(false);
    const underWay = [poller.underWay, firstIssue, alongside, ...issuer.underWay.values()];
    await Promise.race([Promise.allSettled(underWay), sleep(STOP_PATIENCE_MS)]);
  }

  return {
    poll: () => poller.poll(),
    issue,
    start: () =>
      new Promise((resolve) => {
        running = seekLeadership(deps, stopping.signal, runAsLeader, resolve);
      }),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Makes new data visible to the forecasts. */
function createNews({ runner, log, loadVersion }: ServiceDeps, newestActuals: NewestActuals, retries: RetryTimes) {
  let seen = loadVersion?.();
  return {
    /** Whether load was stored that has not been spread. */
    isMissed: () => loadVersion?.() !== seen,
    async spread(): Promise<void> {
      seen = loadVersion?.();
      try {
        await runner.refresh();
      } catch (error) {
        log.error({ err: error }, 'forecast workers could not read new data');
      }
      // Cleared only now: a forecast made before the workers have read the new data would be no newer than the last.
      newestActuals.forget();
      retries.clear();
    },
  };
}

/** Leads whenever no other process does, until stopped. `ready`: this process has led, or another one does. */
async function seekLeadership(
  { withLeadership, log }: Pick<ServiceDeps, 'withLeadership' | 'log'>,
  stopping: AbortSignal,
  lead: (lost: AbortSignal, ready: () => void) => Promise<void>,
  ready: () => void,
): Promise<void> {
  while (!stopping.aborted) {
    try {
      await withLeadership(FORECASTER, (lost) => lead(lost, ready));
    } catch (error) {
      if (!stopping.aborted) log.warn({ err: error }, 'leadership cannot be asked for at the moment');
    }
    ready();
    await sleep(LEAD_RETRY_MS, undefined, { signal: stopping }).catch(() => undefined);
  }
}
