import { type EpochMs, HOUR_MS, MINUTE_MS } from '@loadcast/core';
import type { Log } from '@loadcast/observe';
import { type Backups, backupTrouble } from '../backups/backups.js';
import type { Polled, ServiceObserver } from '../schedule/service-observer.js';
import { WEATHER_LATE_MS } from '../weather/weather-late.js';
import { type Finding, REMEDIES } from './finding.js';
import { type Survey, type Surveyed, survey } from './survey.js';

export interface MonitorDeps extends Surveyed {
  readonly now: () => EpochMs;
  readonly log: Pick<Log, 'info' | 'warn'>;
  storeFailure(): Error | undefined;
  /** Why the last write was refused for want of room. */
  storeShortage?(): Error | undefined;
  /** Writes something small, to find out whether there is room again. */
  probeStore?(): Promise<void>;
  /** Why quota counters are not shared; they log it themselves. */
  quotaTrouble?(): string | undefined;
  /** Why no worker takes the forecasts that are due. */
  queueTrouble?(): string | undefined;
  /** When forecasts in memory were last known to match the store. */
  inStepAt(): EpochMs;
  readonly followsWeather: boolean;
  readonly backups?: Pick<Backups, 'state' | 'everyMs'> | undefined;
  /** The leader's newest survey, where gateways share a store: the others show that one. */
  readonly shared?: SharedSurvey | undefined;
}

interface SharedSurvey {
  read(): Promise<Survey | undefined>;
  write(survey: Survey): Promise<void>;
}

export interface Monitor {
  readonly observer: Pick<ServiceObserver, 'polled' | 'leading'>;
  /** Receives the outcome of each poll of the weather. */
  weatherPolled(outcome: Polled['outcome']): void;
  readonly latest: () => Survey | undefined;
  readonly lastPoll: () => Polled | undefined;
  readonly isLeading: () => boolean;
  findings(): readonly Finding[];
  /** Measures now. Never rejects. */
  look(): Promise<void>;
  start(): void;
  stop(): void;
}

const LOOK_EVERY_MS = 5 * MINUTE_MS;
const LOOK_AGAIN_MS = 30_000;
const FIRST_LOOK_MS = 20_000;
/** A process measures by itself when no leader has for this long, ms. */
const UNMEASURED_MS = 3 * LOOK_EVERY_MS;
/** How often a store without room is asked whether it has some again. */
const PROBE_EVERY_MS = 5_000;
const POLL_LATE_MS = HOUR_MS;
/** The store is away when nothing could be read from it for this long. */
const OUT_OF_STEP_MS = 90_000;

export function createMonitor(deps: MonitorDeps): Monitor {
  const { now, log } = deps;
  const startedAt = now();
  let probe: NodeJS.Timeout | undefined;
  let latest: Survey | undefined;
  let lastPoll: Polled | undefined;
  let leadingSince = startedAt;
  let lastGoodPollAt = startedAt;
  let lastGoodWeatherAt = startedAt;
  let isLeading = false;
  let unreadable: string | undefined;
  const logChanges = changeLog(log);

  const findings = (): readonly Finding[] => [
    ...processFindings(deps, { at: now(), isLeading, leadingSince, unreadable, lastGoodPollAt, lastGoodWeatherAt }),
    ...(latest?.findings ?? []),
  ];

  async function look(): Promise<void> {
    try {
      latest = await measured(deps, { at: now(), startedAt, isLeading, before: latest });
      unreadable = undefined;
    } catch (error) {
      unreadable = error instanceof Error ? error.message : String(error);
    }
    logChanges(findings().filter(({ monitor }) => monitor !== 'quota'));
  }
  const looks = repeatedly(look, () => findings().length > 0);

  return {
    observer: {
      polled(polled) {
        lastPoll = polled;
        if (polled.outcome === 'ok') lastGoodPollAt = polled.at;
      },
      leading(leads) {
        isLeading = leads;
        leadingSince = now();
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
    start() {
      looks.start();
      probe = setInterval(probeRoom, PROBE_EVERY_MS);
      probe.unref();
    },
    stop() {
      looks.stop();
      clearInterval(probe);
    },
  };

  /** When the disk is full, nothing else may be due to be written, so that the fault would stay hidden. */
  function probeRoom(): void {
    if (deps.storeShortage?.()) void deps.probeStore?.().catch(() => undefined);
  }
}

/** Measures, or takes the leader's survey where there is one. */
async function measured(
  deps: MonitorDeps,
  look: Pick<ProcessState, 'at' | 'isLeading'> & { readonly startedAt: EpochMs; readonly before: Survey | undefined },
): Promise<Survey | undefined> {
  const { at, isLeading, startedAt, before } = look;
  if (!deps.shared) return survey(deps, at);
  const theirs = (isLeading && before) || (await deps.shared.read());
  if (!isLeading && at - Math.max(theirs?.at ?? startedAt, startedAt) < UNMEASURED_MS) return theirs;
  const own = await survey(deps, at, theirs);
  if (isLeading) await deps.shared.write(own);
  return own;
}

/** Repeats a survey, sooner while there are findings: they may be over by then. */
function repeatedly(look: () => Promise<void>, hasFindings: () => boolean): Pick<Monitor, 'start' | 'stop'> {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const lookIn = (ms: number): void => {
    timer = setTimeout(async () => {
      await look();
      if (!isStopped) lookIn(hasFindings() ? LOOK_AGAIN_MS : LOOK_EVERY_MS);
    }, ms);
    timer.unref();
  };
  return {
    start: () => lookIn(FIRST_LOOK_MS),
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** Logs a finding when it begins and when it ends, not at every survey. */
function changeLog(log: MonitorDeps['log']): (findings: readonly Finding[]) => void {
  let logged = new Set<string>();
  return (findings) => {
    const current = new Map(findings.map((finding) => [`${finding.monitor} ${finding.areaId ?? ''}`, finding]));
    for (const [name, { monitor, areaId, message }] of current) {
      if (!logged.has(name)) log.warn({ monitor, area: areaId, remedy: REMEDIES[monitor] }, message);
    }
    for (const name of logged) {
      if (!current.has(name)) log.info({ monitor: name.trim() }, 'finding is over');
    }
    logged = new Set(current.keys());
  };
}

interface ProcessState {
  readonly at: EpochMs;
  readonly isLeading: boolean;
  readonly leadingSince: EpochMs;
  /** Why the last survey could not read the store. */
  readonly unreadable: string | undefined;
  readonly lastGoodPollAt: EpochMs;
  readonly lastGoodWeatherAt: EpochMs;
}

/** Faults of this process itself: its store, its polls. */
function processFindings(
  deps: MonitorDeps,
  { at, isLeading, leadingSince, unreadable, lastGoodPollAt, lastGoodWeatherAt }: ProcessState,
): Finding[] {
  const { backups, follows, followsWeather } = deps;
  const late = (since: EpochMs, mostMs: number, text: string, after = '') =>
    at - since > mostMs && `${text} ${seconds(at - since)}${after}`;
  const failure = deps.storeFailure() ?? deps.storeShortage?.();
  const unread = late(deps.inStepAt(), OUT_OF_STEP_MS, 'the store was last read', ' ago');
  const found: readonly (readonly [Finding['monitor'], message: string | false | undefined])[] = [
    ['store', failure?.message ?? unreadable ?? unread],
    ['quota', deps.quotaTrouble?.()],
    ['workers', deps.queueTrouble?.()],
    ['poll', isLeading && follows && late(lastGoodPollAt, POLL_LATE_MS, 'every poll has failed for')],
    [
      'weather',
      isLeading && followsWeather && late(lastGoodWeatherAt, WEATHER_LATE_MS, 'no weather data has arrived for'),
    ],
    [
      'backup',
      isLeading && backups && backupTrouble(backups.state(), backups.everyMs, { now: at, since: leadingSince }),
    ],
  ];
  return found.flatMap(([monitor, message]) => (typeof message === 'string' ? [{ monitor, message }] : []));
}

function seconds(ms: number): string {
  return ms < 2 * HOUR_MS ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / HOUR_MS)} h`;
}
