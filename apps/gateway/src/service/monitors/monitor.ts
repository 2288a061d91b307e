import { type EpochMs, HOUR_MS, MINUTE_MS } from '@loadcast/core';
import type { Log } from '../../log.js';
import type { Polled, ServiceObserver } from '../schedule/service-observer.js';
import { type Finding, REMEDIES } from './finding.js';
import { type Survey, type Surveyed, survey } from './survey.js';

export interface MonitorDeps extends Surveyed {
  readonly now: () => EpochMs;
  readonly log: Pick<Log, 'info' | 'warn'>;
  /** Why the store takes no more writes. */
  storeFailure(): Error | undefined;
  /** When forecasts in memory were last known to be those of the store. */
  inStepAt(): EpochMs;
  readonly followsWeather: boolean;
}

/** Watches over one process and what it serves. */
export interface Monitor {
  /** Notified of what the service does. */
  readonly observer: ServiceObserver;
  /** Notified of how the weather was asked for. */
  weatherPolled(outcome: Polled['outcome']): void;
  readonly latest: () => Survey | undefined;
  readonly lastPoll: () => Polled | undefined;
  readonly isLeading: () => boolean;
  /** Everything that is wrong now. */
  findings(): readonly Finding[];
  /** Measures now. Never rejects. */
  look(): Promise<void>;
  start(): void;
  stop(): void;
}

const LOOK_EVERY_MS = 5 * MINUTE_MS;
const LOOK_AGAIN_MS = 30_000;
const FIRST_LOOK_MS = 20_000;
const POLL_LATE_MS = HOUR_MS;
const WEATHER_LATE_MS = 6 * HOUR_MS;
/** The store is away when nothing could be read from it for this long. */
const OUT_OF_STEP_MS = 90_000;

export function createMonitor(deps: MonitorDeps): Monitor {
  const { now, log } = deps;
  const startedAt = now();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let latest: Survey | undefined;
  let lastPoll: Polled | undefined;
  let lastGoodPollAt = startedAt;
  let lastGoodWeatherAt = startedAt;
  let isLeading = false;
  let unreadable: string | undefined;
  let told = new Set<string>();

  function findings(): readonly Finding[] {
    const at = now();
    const own: Finding[] = [];
    const failure = deps.storeFailure();
    if (failure) own.push({ monitor: 'store', message: failure.message });
    else if (unreadable !== undefined) own.push({ monitor: 'store', message: unreadable });
    else if (at - deps.inStepAt() > OUT_OF_STEP_MS) {
      own.push({ monitor: 'store', message: `the store was last read ${seconds(at - deps.inStepAt())} ago` });
    }
    if (isLeading && deps.follows && at - lastGoodPollAt > POLL_LATE_MS) {
      own.push({ monitor: 'poll', message: `no poll has succeeded for ${seconds(at - lastGoodPollAt)}` });
    }
    if (isLeading && deps.followsWeather && at - lastGoodWeatherAt > WEATHER_LATE_MS) {
      own.push({ monitor: 'weather', message: `no weather has come for ${seconds(at - lastGoodWeatherAt)}` });
    }
    return [...own, ...(latest?.findings ?? [])];
  }

  async function look(): Promise<void> {
    try {
      latest = await survey(deps, now());
      unreadable = undefined;
    } catch (error) {
      unreadable = error instanceof Error ? error.message : String(error);
    }
    tellChanges();
  }

  /** A finding is logged when it comes and when it goes, not each time it is seen. */
  function tellChanges(): void {
    const current = new Map(findings().map((finding) => [`${finding.monitor} ${finding.areaId ?? ''}`, finding]));
    for (const [name, { monitor, areaId, message }] of current) {
      if (!told.has(name)) log.warn({ monitor, area: areaId, remedy: REMEDIES[monitor] }, message);
    }
    for (const name of told) {
      if (!current.has(name)) log.info({ monitor: name.trim() }, 'well again');
    }
    told = new Set(current.keys());
  }

  return {
    observer: {
      polled(polled) {
        lastPoll = polled;
        if (polled.outcome === 'ok') lastGoodPollAt = polled.at;
      },
      issued() {},
      leading(leads) {
        isLeading = leads;
        lastGoodPollAt = Math.max(lastGoodPollAt, now());
        lastGoodWeatherAt = Math.max(lastGoodWeatherAt, now());
      },
    },
    weatherPolled(outcome) {
      if (outcome === 'ok') lastGoodWeatherAt = now();
    },
    latest: () => latest,
    lastPoll: () => lastPoll,
    isLeading: () => isLeading,
    findings,
    look,
    start: () => lookIn(FIRST_LOOK_MS),
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };

  /** What was found wrong is looked at again soon: it may be well by then. */
  function lookIn(ms: number): void {
    timer = setTimeout(async () => {
      await look();
      if (!isStopped) lookIn(findings().length > 0 ? LOOK_AGAIN_MS : LOOK_EVERY_MS);
    }, ms);
    timer.unref();
  }
}

function seconds(ms: number): string {
  return ms < 2 * HOUR_MS ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / HOUR_MS)} h`;
}
