import { createServer, type Server } from 'node:http';
import { hostname } from 'node:os';
import { join } from 'node:path';
import {
  accessGauges,
  createClientAddress,
  createProxyTrust,
  isGoodStream,
  isLoopback,
  openAccountSurface,
  openDemoAccount,
} from '@loadcast/accounts';
import { KeptAnswers, limitConnections, SERVER_OPTIONS } from '@loadcast/formats/node';
import { createLifecycle, createMetrics, type Gauge, type Metrics } from '@loadcast/observe';
import { createLog, logFile } from '@loadcast/observe/log';
import {
  EVENT_TYPES,
  type Monitor,
  monitorGauges,
  oldLoadNotice,
  openEvents,
  type Runtime,
  serviceOf,
  startScoresFill,
  untilAvailable,
} from '@loadcast/service';
import { type Config, readConfig } from './config.js';
import { addressWriter } from './http/access-log.js';
import { createAdminServer } from './http/admin.js';
import type { Gateway } from './http/answer.js';
import { connectionGauges } from './http/connection-gauges.js';
import { drain } from './http/drain.js';
import type { Readiness } from './http/probes.js';
import { PROGRAM } from './http/program-name.js';
import { isPortFree, requireFreePort } from './http/server/free-ports.js';
import { listen } from './http/server/listen.js';
import { openWorkload } from './http/workload/open-workload.js';
import { mountsOf } from './mounts.js';
import { type Base, type GatewayOptions, openParts, type Parts, startWait, wallClock } from './parts.js';
import { type PublicPort, reportFailure, serveRequests } from './serve-requests.js';
import { openTelemetry } from './telemetry/telemetry.js';

export type { GatewayOptions } from './parts.js';

export interface RunningGateway {
  /** Where the surfaces answer, without a slash at its end. */
  readonly url: string;
  readonly adminUrl: string;
  /** Key of the demo account, made at this start. */
  readonly demoKey: string | undefined;
  readonly runtime: Runtime;
  readonly monitor: Monitor;
  /** Answers open requests, then closes everything. */
  stop(): Promise<void>;
}

/**
 * Opens the store, starts the schedule and serves. Resolves once there is something to serve: after a first run, soon.
 *
 * @throws the error that kept it from starting, after everything opened is closed again
 */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const config = await withFreePorts(readConfig(options.env), options);
  const file = options.logsToFile ? join(config.LOADCAST_DATA_DIR, 'loadcast.log') : undefined;
  const logTo = file === undefined ? options.logTo : logFile(file);
  if (file !== undefined) options.say?.(`The log is in ${file}`);
  const log = createLog(config, logTo);
  const lifecycle = createLifecycle((name, err) => log.error({ err }, `${name} failed to close`));
  try {
    return await openGateway(options, { config, log, lifecycle });
  } catch (error) {
    await lifecycle.close();
    throw error;
  }
}

/**
 * Looks for the ports before anything is opened or written. The demo takes any port for the operator where the usual one is
 * taken.
 *
 * @throws {PortUnavailable} with the way to start on another
 */
async function withFreePorts(config: Config, { demo = false, env }: GatewayOptions): Promise<Config> {
  const { PORT, HOST, ADMIN_PORT, ADMIN_HOST } = config;
  const command = demo ? 'npm start' : `${PROGRAM} serve`;
  await requireFreePort('PORT', PORT, HOST, command);
  if (demo && env['ADMIN_PORT'] === undefined && !(await isPortFree(ADMIN_PORT, ADMIN_HOST)))
    return { ...config, ADMIN_PORT: 0 };
  await requireFreePort('ADMIN_PORT', ADMIN_PORT, ADMIN_HOST, command);
  return config;
}

/** Warnings about the address. @param url the one in mails and reports */
function* addressNotices({ BASE_URL, HOST, INSECURE_HTTP }: Config, url: string): Generator<string> {
  if (INSECURE_HTTP === '1')
    yield 'INSECURE_HTTP=1: browsers may sign in over plain http, and anybody on the network can read passwords and sessions';
  if (BASE_URL === undefined && !isLoopback(HOST))
    yield `BASE_URL is not set, so mails and reports name ${url}. Set it to the address that people open.`;
}

async function openGateway(options: GatewayOptions, base: Base): Promise<RunningGateway> {
  const { demo = false, signal, say = () => undefined, answers } = options;
  const parts = await openParts(options, base, say);
  const { log, lifecycle, runtime, monitor, forecasts, state } = parts;
  const waiting = startWait(log, signal);
  const proxies = createProxyTrust(parts.config.TRUSTED_PROXIES);
  const server = createServer(SERVER_OPTIONS);
  const connections = limitConnections(server, { isExempt: proxies.isProxy });
  const { workload, gauges } = openWorkload(options.workload ?? {}, lifecycle, (...counted) =>
    metrics.count(...counted),
  );
  const events = openEvents({
    ...parts,
    wallClock,
    isGood: (...stream) => isGoodStream(...stream, wallClock()),
    allowsPrivate: parts.config.WEBHOOK_PRIVATE === '1',
    count: (...counted) => metrics.count(...counted),
  });
  const metrics: Metrics = metricsOf(parts, [...connectionGauges(() => connections), ...gauges, ...events.gauges]);
  const service = serviceOf(parts, metrics, signal, events);
  lifecycle.opened('the schedule', () => service.stop());
  const { OTEL_EXPORTER_OTLP_ENDPOINT: collector } = parts.config;
  const telemetry = collector === undefined ? undefined : await openTelemetry(collector, metrics, log);
  if (telemetry) lifecycle.opened('telemetry', () => telemetry.close());
  const port = { server, metrics, telemetry, proxies, connections, workload, events };
  const { url, adminUrl } = await openPorts(parts, port);
  for (const notice of addressNotices(parts.config, url)) {
    log.warn(notice);
    say(notice);
  }
  // Closed first: requests under way are waited for, and streams have no end of their own.
  lifecycle.opened('the event streams', () => events.feed.drain());

  const openDemo = () => openDemoAccount(runtime.store.control, parts.events, wallClock());
  const demoKey = demo ? (await untilAvailable(openDemo, waiting))?.key : undefined;
  log.info({ url }, 'answering');
  answers?.({ url, publicUrl: parts.config.BASE_URL ?? url, demoKey, forecasts });
  const recount = () => untilAvailable(() => forecasts.recount(), waiting);
  await recount();
  // A gateway that does not lead becomes ready with the leader's first forecasts.
  lifecycle.opened('the count of forecasts', forecasts.follow());
  const issued = service.start().then(recount);
  if (!forecasts.isComplete) {
    await Promise.race([issued, aborted(signal)]);
  } else {
    issued.catch((err: unknown) =>
      log.warn({ err }, 'forecasts could not be counted; they are counted with the next one'),
    );
  }
  const oldLoad = await untilAvailable(() => oldLoadNotice(runtime), waiting);
  if (oldLoad) say(oldLoad);
  monitor.start();
  lifecycle.opened('the monitors', () => monitor.stop());
  if (parts.config.SURFACES.includes('a')) lifecycle.opened('the fill of scores', startScoresFill(parts));
  log.info({ url, forecasts: forecasts.areas }, 'serving');
  return {
    url,
    adminUrl,
    demoKey,
    runtime,
    monitor,
    async stop() {
      state.draining = true;
      await lifecycle.close();
      log.info('stopped');
      log.flush?.();
    },
  };
}

function metricsOf(parts: Parts, edge: readonly Gauge[]): Metrics {
  const { runtime, counters, access, monitor } = parts;
  const gauges = [
    ...monitorGauges({
      monitor,
      isReady: () => readinessOf(parts).ready,
      now: () => runtime.clock.now(),
      inStepAt: runtime.inStepAt,
      queueState: runtime.queueState,
      replicaReads: runtime.replicaReads,
      backedUpAt: () => parts.backups?.state().newestAt,
    }),
    ...accessGauges(access.directory, counters),
    ...edge,
  ];
  return createMetrics(gauges, {
    areaIds: runtime.areas().list.map(({ id }) => id),
    eventTypes: EVENT_TYPES,
  });
}

/** Binds the operator's port, which stays open while requests are drained, then the public one. */
async function openPorts(parts: Parts, port: PublicPort): Promise<{ url: string; adminUrl: string }> {
  const { config, lifecycle } = parts;
  const { server, metrics, connections } = port;
  const admin = createAdminServer({
    readiness: () => readinessOf(parts),
    metrics: () => metrics.render(),
    names: [config.ADMIN_HOST, hostname()],
  });
  const adminUrl = await listen(admin, config.ADMIN_PORT, config.ADMIN_HOST);
  lifecycle.opened('the operator’s port', () => closeNow(admin));
  const url = await listen(server, config.PORT, config.HOST);
  const holdAnswers = (until: Promise<void>) => Object.assign(parts.state, { held: until });
  lifecycle.opened('the public port', () => drain(server, connections, { delayMs: drainDelayMs(config), holdAnswers }));
  const writtenAddress = addressWriter(config.LOG_ADDRESSES);
  serveRequests(parts, port, { gateway: gatewayOf(parts, port, writtenAddress), url, writtenAddress });
  return { url, adminUrl };
}

function gatewayOf(
  parts: Parts,
  { proxies, workload, events }: PublicPort,
  writtenAddress: (address: string) => string,
): Gateway {
  const { config, log, runtime, access, demo, bulk } = parts;
  const readiness = () => readinessOf(parts);
  const filling = () => parts.forecasts.words;
  const addressOf = createClientAddress(proxies, (peer) =>
    log.warn(
      { address: writtenAddress(peer) },
      'X-Forwarded-For from a peer that is not in TRUSTED_PROXIES is ignored: add its address if it is your proxy',
    ),
  );
  const { callWebhook } = events;
  return {
    areas: runtime.areas,
    mounts: mountsOf({
      ...parts,
      events: events.surface,
      account: openAccountSurface({ ...parts, callWebhook, writtenAddress, addressOf, now: wallClock }),
      files: bulk?.files,
      readiness,
      wallClock,
      filling,
    }),
    access,
    ...(demo && { demo }),
    ...(config.AUTH_BASIC && { basic: config.AUTH_BASIC === '1' }),
    workload,
    kept: new KeptAnswers(runtime.dataVersion),
    wallClock,
    addressOf,
    report: (thrown, request) => reportFailure(log, thrown, request),
  };
}

function readinessOf({ runtime, state, forecasts, monitor }: Parts): Readiness {
  const missing = [
    ...(state.draining ? ['stopping'] : []),
    ...(runtime.store.failure() ? ['store'] : []),
    ...(forecasts.areas === 0 ? ['forecast'] : forecasts.awaited.map((areaId) => `forecast ${areaId}`)),
  ];
  const degraded = monitor.findings().map(({ monitor: name, areaId }) => (areaId ? `${name} ${areaId}` : name));
  return { ready: missing.length === 0, missing, degraded };
}

function closeNow(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve();
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** A load balancer must see first that readiness is gone; other callers leave with the answer to their next request. */
function drainDelayMs({ DRAIN_DELAY, TRUSTED_PROXIES }: Config): number {
  return (DRAIN_DELAY ?? (TRUSTED_PROXIES === '' ? 1 : 5)) * 1000;
}
