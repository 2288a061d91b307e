import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AREAS, type EpochMs } from '@loadcast/core';
import {
  type Connections,
  type HttpRequest,
  limitConnections,
  listenWith,
  mountOf,
  type RequestTrace,
  SERVER_OPTIONS,
} from '@loadcast/formats/node';
import { firstOf } from '@loadcast/sources/deadline';
import type { DestinationStream } from 'pino';
import { openAccess } from './access/access.js';
import { accessGauges } from './access/access-gauges.js';
import { ensureDemoAccount } from './access/create-account.js';
import { ACCOUNT_PREFIX, type AccountApi, createAccountApi } from './account/account-api.js';
import { systemClock } from './clock.js';
import { type Config, readConfig } from './config.js';
import { addressWriter, logRequest } from './http/access-log.js';
import { createAdminServer } from './http/admin.js';
import { createAnswer, type Gateway } from './http/answer.js';
import { createProxyTrust } from './http/client-address.js';
import { connectionGauges } from './http/connection-gauges.js';
import { drain } from './http/drain.js';
import { createMetrics, type Metrics } from './http/metrics.js';
import { mountsOf } from './http/mounts.js';
import type { Readiness } from './http/probes.js';
import { createLog, type Log } from './log.js';
import { monitorGauges } from './service/monitors/gauges.js';
import { createMonitor, type Monitor } from './service/monitors/monitor.js';
import { openRuntime, type Runtime } from './service/runtime.js';
import { backfillGates } from './service/schedule/backfill-gates.js';
import { createService } from './service/schedule/service.js';
import type { ServiceObserver } from './service/schedule/service-observer.js';
import { openCounters, replayCounters } from './wiring.js';

export interface GatewayOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Replay: the clock starts here. */
  readonly replayFrom?: EpochMs;
  /** Make a demo account when there is none. */
  readonly demo?: boolean;
  /** Gives up starting when aborted. */
  readonly signal?: AbortSignal;
  /** Where log lines go; default standard error. */
  readonly logTo?: DestinationStream;
  /** Told how starting gets on. */
  say?(line: string): void;
}

export interface RunningGateway {
  /** Where the surfaces answer, without a slash at its end. */
  readonly url: string;
  readonly adminUrl: string;
  /** Of the demo account, when it was made just now. */
  readonly demoKey: string | undefined;
  readonly runtime: Runtime;
  readonly monitor: Monitor;
  /** Answers what is under way, then closes everything. */
  stop(): Promise<void>;
}

/** Opens the store, starts the schedule and serves. Resolves once there is something to serve: after a first run, soon. */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const { env, demo = false, signal, say = () => undefined } = options;
  const config = readConfig(env);
  const log = createLog(config, options.logTo);
  const wallClock = () => systemClock.now();
  const { replayFrom } = options;
  const runtime = await openRuntime({ env, config, log, ...(replayFrom === undefined ? {} : { replayFrom }) });
  if (runtime.notice) say(runtime.notice);

  const counters = replayFrom === undefined ? await openCounters(config, (line) => log.warn(line)) : replayCounters();
  const access = await openAccess({
    store: runtime.store.control,
    counters,
    basic: config.AUTH_BASIC === '1',
  });
  const demoKey = demo ? await ensureDemoAccount(runtime.store.control, wallClock()) : undefined;
  const monitor = createMonitor({
    actuals: runtime.actuals,
    vintages: runtime.vintages,
    backfillsGates: runtime.backfillsGates,
    follows: runtime.source !== undefined,
    now: () => runtime.clock.now(),
    log,
    storeFailure: () => runtime.store.failure(),
    inStepAt: runtime.inStepAt,
    followsWeather: runtime.pollWeather !== undefined,
  });
  const service = createService({
    ...runtime,
    ...(runtime.pollWeather && { pollWeather: observeWeather(runtime.pollWeather, monitor, () => metrics) }),
    log,
    observer: observeService(monitor, () => metrics),
    onLead: runtime.catchUp,
    async afterFirstIssue(lead) {
      if (!runtime.backfillsGates) return;
      const signals = signal ? [signal, lead] : [lead];
      await backfillGates(runtime.runner, runtime.vintages, runtime.clock.now(), firstOf(...signals));
    },
  });
  const state = { draining: false, forecasts: 0 };
  const readiness = (): Readiness => readinessOf(runtime, state, monitor);
  const metrics: Metrics = createMetrics([
    ...monitorGauges({
      monitor,
      isReady: () => readiness().ready,
      now: () => runtime.clock.now(),
      inStepAt: runtime.inStepAt,
    }),
    ...accessGauges(access.directory, counters),
    ...connectionGauges(() => connections),
  ]);
  const proxies = createProxyTrust(config.TRUSTED_PROXIES);
  const gateway: Gateway = {
    mounts: mountsOf({
      surfaces: config.SURFACES,
      runtime,
      access,
      readiness,
      wallClock,
      isDegraded: () => monitor.findings().length > 0,
    }),
    access,
    wallClock,
    addressOf: (request) => proxies.clientAddress(request.remoteAddress, request.headers.get('x-forwarded-for')),
    report: (thrown, request) => reportFailure(log, thrown, request),
  };

  const server = createServer(SERVER_OPTIONS);
  const connections = limitConnections(server, { isExempt: proxies.isProxy });
  const address = await listen(server, config.PORT, config.HOST);
  const url = `http://${hostOf(config.HOST)}:${address.port}`;
  const account = createAccountApi({
    store: runtime.store.control,
    counters,
    directory: access.directory,
    now: wallClock,
    report: gateway.report,
  });
  serveWith(server, {
    gateway,
    config,
    url,
    runtime,
    log,
    metrics,
    account,
    connections,
    isDraining: () => state.draining,
  });
  const admin = createAdminServer({ readiness, metrics: () => metrics.render() });
  const adminAddress = await listen(admin, config.ADMIN_PORT, config.ADMIN_HOST);

  state.forecasts = await countForecasts(runtime);
  const recount = async () => {
    state.forecasts = await countForecasts(runtime);
  };
  // A gateway that does not lead becomes ready with the leader's first forecast.
  const unlisten = runtime.store.onVintage(() => {
    if (state.forecasts < AREAS.length) void recount().catch(() => undefined);
  });
  const issued = service.start().then(recount);
  if (state.forecasts < AREAS.length) {
    say('issuing forecasts ...');
    await issued;
  }
  monitor.start();
  log.info({ url, forecasts: state.forecasts }, 'serving');

  return {
    url,
    adminUrl: `http://${hostOf(config.ADMIN_HOST)}:${adminAddress.port}`,
    demoKey: demoKey?.key,
    runtime,
    monitor,
    async stop() {
      state.draining = true;
      await drain(server, { delayMs: drainDelayMs(config) });
      monitor.stop();
      unlisten();
      await service.stop();
      await runtime.runner.close();
      await access.close();
      await counters.close();
      admin.closeAllConnections();
      await new Promise((resolve) => admin.close(resolve));
      await runtime.close();
      log.info('stopped');
      log.flush?.();
    },
  };
}

interface Serving {
  readonly gateway: Gateway;
  readonly config: Config;
  readonly url: string;
  readonly runtime: Runtime;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Sign-up, sign-in, keys: its requests have bodies and cookies, so it stands beside the surfaces. */
  readonly account: AccountApi;
  readonly connections: Connections;
  isDraining(): boolean;
}

function serveWith(
  server: Server,
  { gateway, config, url, runtime, log, metrics, account, connections, isDraining }: Serving,
): void {
  const traces = new WeakMap<HttpRequest, RequestTrace>();
  const written = addressWriter(config.LOG_ADDRESSES);
  const answerSurfaces = createAnswer(gateway, (request) => {
    const trace: RequestTrace = {};
    traces.set(request, trace);
    return trace;
  });
  listenWith(server, {
    baseUrl: (config.BASE_URL ?? url).replace(/\/+$/, ''),
    hstsSubdomains: config.HSTS_SUBDOMAINS === '1',
    connections,
    now: () => runtime.clock.now(),
    async answer(request, readBody) {
      const isAccount = mountOf([{ prefix: ACCOUNT_PREFIX }], request.path) !== undefined;
      const trace: RequestTrace = { surface: ACCOUNT_PREFIX };
      if (isAccount) traces.set(request, trace);
      const reply = isAccount
        ? await account({ request, address: gateway.addressOf(request), readBody, trace })
        : await answerSurfaces(request);
      return isDraining() ? { ...reply, headers: { ...reply.headers, connection: 'close' } } : reply;
    },
    report: (thrown, requestId) => log.error({ err: thrown, requestId }, 'request failed outside the request path'),
    finished(finished) {
      const trace = (finished.request && traces.get(finished.request)) ?? {};
      const { surface = 'none', route = 'none' } = trace;
      metrics.observeRequest({ surface, route, status: finished.status, elapsedMs: finished.elapsedMs });
      const { request, remoteAddress } = finished;
      logRequest(log, finished, trace, written(request ? gateway.addressOf(request) : remoteAddress));
    },
  });
}

function readinessOf(
  runtime: Runtime,
  state: { readonly draining: boolean; readonly forecasts: number },
  monitor: Monitor,
): Readiness {
  const missing = [
    ...(state.draining ? ['stopping'] : []),
    ...(runtime.store.failure() ? ['store'] : []),
    ...(state.forecasts === 0 ? ['forecast'] : []),
  ];
  const degraded = monitor.findings().map(({ monitor: name, areaId }) => (areaId ? `${name} ${areaId}` : name));
  return { ready: missing.length === 0, missing, degraded };
}

/** What the service does, for the monitors and as counters. */
function observeService(monitor: Monitor, metrics: () => Metrics): ServiceObserver {
  return {
    polled(polled) {
      monitor.observer.polled(polled);
      metrics().count('loadcast_polls_total', { outcome: polled.outcome });
      for (const name of ['loadcast_ingested_hours_total', 'loadcast_learnt_hours_total'] as const) {
        metrics().count(name, { kind: 'new' }, polled.newHours);
        metrics().count(name, { kind: 'restated' }, polled.restatedHours);
      }
    },
    issued(issued) {
      monitor.observer.issued(issued);
      metrics().count('loadcast_forecasts_total', { area: issued.areaId, outcome: issued.outcome });
    },
    leading: (leads) => monitor.observer.leading(leads),
  };
}

/** The polls of the weather, for the monitors and as a counter. */
function observeWeather(
  poll: NonNullable<Runtime['pollWeather']>,
  monitor: Monitor,
  metrics: () => Metrics,
): NonNullable<Runtime['pollWeather']> {
  return async (now, signal) => {
    let outcome: 'ok' | 'failed' = 'failed';
    try {
      const isNew = await poll(now, signal);
      outcome = 'ok';
      return isNew;
    } finally {
      monitor.weatherPolled(outcome);
      metrics().count('loadcast_weather_polls_total', { outcome });
    }
  };
}

/** Behind a load balancer it must see first that readiness is gone; started by hand, nobody waits. */
function drainDelayMs({ DRAIN_DELAY, TRUSTED_PROXIES }: Config): number {
  return (DRAIN_DELAY ?? (TRUSTED_PROXIES === '' ? 0 : 5)) * 1000;
}

async function countForecasts({ vintages, clock }: Runtime): Promise<number> {
  const counts = await Promise.all(AREAS.map(({ id }) => vintages.count(id, clock.now())));
  return counts.filter((count) => count > 0).length;
}

/** The cause and the stack stay here: the caller only ever sees a ServiceError's own message. */
function reportFailure(log: Log, thrown: unknown, { requestId }: HttpRequest): void {
  const isExpected = thrown instanceof Error && thrown.name === 'ServiceError' && thrown.cause === undefined;
  if (!isExpected) log.error({ err: thrown, requestId }, 'request failed');
}

function listen(server: Server, port: number, host: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve(server.address() as AddressInfo);
    });
  });
}

function hostOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
