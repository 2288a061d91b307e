import {
  type Access,
  configuredMailer,
  createDemo,
  type Demo,
  followCommandEvents,
  logSecurityEvents,
  type Mailer,
  openAccess,
  openEventStream,
  readDemoRegions,
  type SecurityEvents,
  servesOwnMachine,
  startSweeping,
} from '@loadcast/accounts';
import type { EpochMs } from '@loadcast/core';
import { type Lifecycle, type Log, systemClock } from '@loadcast/observe';
import {
  ForecastCount,
  isDemoGrid,
  monitorOf,
  type OpenBulk,
  type OpenCounters,
  openAttempts,
  openBackups,
  openBulk,
  openCounters,
  openRuntime,
  REMEDIES,
  type RuntimeOptions,
  replayCounters,
  type ServiceParts,
  untilAvailable,
  type WaitOptions,
} from '@loadcast/service';
import type { DestinationStream } from 'pino';
import type { Config } from './config.js';
import type { WorkloadLimits } from './http/workload/workload-limits.js';

export interface GatewayOptions extends Pick<RuntimeOptions, 'replayFrom' | 'replaySpeed' | 'replaysRecord'> {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Make a demo account when there is none. */
  readonly demo?: boolean;
  /** Ends the backfill of past gates when aborted. */
  readonly signal?: AbortSignal;
  readonly logTo?: DestinationStream;
  /** A file in the data folder for log lines, in place of standard error. */
  readonly logsToFile?: boolean;
  /** Limits of heavy answers that differ from `WORKLOAD_LIMITS`. */
  readonly workload?: Partial<WorkloadLimits>;
  /** Called with a line for people at each step of the start. */
  say?(line: string): void;
  /** Called as soon as requests are answered; forecasts may still be made. */
  answers?(at: AnsweringAt): void;
}

export interface AnsweringAt {
  /** It has no slash at its end. */
  readonly url: string;
  /** Where people reach it: `BASE_URL`, or `url`. */
  readonly publicUrl: string;
  /** Key of the demo account, made at this start. */
  readonly demoKey: string | undefined;
  readonly forecasts: Pick<ForecastCount, 'areas' | 'expected' | 'withoutGate'>;
}

/** Parts that exist before anything is opened. */
export interface Base {
  readonly config: Config;
  readonly log: Log;
  readonly lifecycle: Lifecycle;
}

/** What the gateway is made of. */
export interface Parts extends Base, ServiceParts {
  readonly counters: OpenCounters;
  readonly access: Access;
  readonly demo: Demo | undefined;
  readonly events: SecurityEvents;
  /** Without a mail server in the settings there is none. */
  readonly mailer: Mailer | undefined;
  /** Monthly files; a replay has none. */
  readonly bulk: OpenBulk | undefined;
  /** `draining` is set once it stops, `held` is what answers wait for while the public port is about to close. */
  readonly state: { draining: boolean; held?: Promise<void> };
}

/** Wall clock, also in a replay: keys expire and quotas count by it. */
export const wallClock = (): EpochMs => systemClock.now();

/** How long a start waits for a store. */
const START_PATIENCE_MS = 60_000;

const logCounters =
  (log: Log): NonNullable<Parameters<typeof openCounters>[1]> =>
  (line, state) =>
    log.warn(state === 'local' ? { remedy: REMEDIES.quota } : {}, line);

/** A start waits for a store that does not answer, or is busy, where a request is refused. */
export function startWait(log: Log, signal: AbortSignal | undefined): WaitOptions {
  return {
    ...(signal && { signal }),
    patienceMs: START_PATIENCE_MS,
    waits: (err) =>
      log.warn({ err, patienceMs: START_PATIENCE_MS }, 'the store does not answer, or is busy: the start waits for it'),
  };
}

/** Opens the store and everything around it; nothing is served yet. */
export async function openParts(options: GatewayOptions, base: Base, say: (line: string) => void): Promise<Parts> {
  const { config, log, lifecycle } = base;
  const { replayFrom, signal } = options;
  const waiting = startWait(log, signal);
  const runtime = await untilAvailable(() => openRuntime({ ...options, config, log }), waiting);
  lifecycle.opened('the store', () => runtime.close());
  lifecycle.opened('the forecast workers', () => runtime.runner.close());
  if (runtime.notice) say(runtime.notice);
  const counters = replayFrom === undefined ? await openCounters(config, logCounters(log)) : replayCounters();
  lifecycle.opened('the quota counters', () => counters.close());
  const attempts = await openAttempts(config);
  lifecycle.opened('the counters of attempts', () => attempts.close());
  const accessOptions = {
    areas: runtime.areas,
    store: runtime.store.control,
    counters,
    attempts,
    ...(replayFrom === undefined && { usage: runtime.store.usage }),
    requiresSecondFactor: config.REQUIRE_TOTP === '1',
  };
  const access = await untilAvailable(() => openAccess(accessOptions), waiting);
  lifecycle.opened('the keys', () => access.close());
  const stream = openEventStream(config, log);
  lifecycle.opened('the stream of security events', () => stream.close());
  const events = logSecurityEvents(runtime.store.control, log, stream);
  lifecycle.opened('the security events', () => events.flush());
  lifecycle.opened(
    'the sweep of expired rows',
    startSweeping(async () => {
      await events.sweep(wallClock());
      await runtime.store.control.sweep(wallClock());
      await access.sweepUsage(wallClock());
      await runtime.store.eventLog.sweep(runtime.clock.now());
      await runtime.store.webhooks.sweep(wallClock());
    }, log),
  );
  const mailer = await configuredMailer(config, log);
  if (mailer) lifecycle.opened('the mail', () => mailer.close());
  const backups = replayFrom === undefined ? openBackups({ config, log, now: wallClock }) : undefined;
  const bulk = replayFrom === undefined ? openBulk({ config, log, now: wallClock }) : undefined;
  if (bulk) lifecycle.opened('the monthly files', () => bulk.close());
  const monitor = monitorOf(runtime, { backups, log, quotaTrouble: () => counters.trouble });
  const { isLeading } = monitor;
  const follows = { store: runtime.store.control, now: wallClock, isLogging: isLeading, isOwn: events.isOwn };
  lifecycle.opened('the events of commands', followCommandEvents({ ...follows, log: stream.next }));
  const state: Parts['state'] = { draining: false };
  const isOpen = isDemoGrid(runtime.actualsOf) || servesOwnMachine(config);
  const demo = createDemo(readDemoRegions(runtime.areas(), config.DEMO_REGIONS, isOpen));
  const parts = { ...base, runtime, counters, access, demo, events, mailer, monitor, backups, bulk };
  return { ...parts, forecasts: new ForecastCount(runtime), state };
}
