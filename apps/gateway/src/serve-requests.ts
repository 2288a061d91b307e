import type { Server } from 'node:http';
import { answerOverHttp, type ProxyTrust } from '@loadcast/accounts';
import {
  after,
  CallerGone,
  type Connections,
  type HttpRequest,
  listenWith,
  type Workload,
} from '@loadcast/formats/node';
import { createMcp } from '@loadcast/mcp';
import type { Log, Metrics } from '@loadcast/observe';
import type { OpenEvents } from '@loadcast/service';
import { requestLine } from './http/access-log.js';
import { createAnswer, type Gateway } from './http/answer.js';
import { withServerTiming } from './http/server/server-timing.js';
import { programVersion } from './http/version.js';
import { wholeReply } from './http/workload/whole-body.js';
import type { Parts } from './parts.js';
import type { Telemetry } from './telemetry/telemetry.js';

export interface PublicPort {
  readonly server: Server;
  readonly metrics: Metrics;
  readonly telemetry: Telemetry | undefined;
  readonly proxies: ProxyTrust;
  readonly connections: Connections;
  readonly workload: Workload;
  readonly events: OpenEvents;
}

/** @param writtenAddress a caller's address as it may be logged */
export function serveRequests(
  { config, log, runtime, state }: Parts,
  { server, metrics, telemetry, connections }: PublicPort,
  { gateway, url, writtenAddress }: { gateway: Gateway; url: string; writtenAddress(address: string): string },
): void {
  const mcp = createMcp(gateway.mounts, async (request) => wholeReply(await answerSurfaces(request)), {
    version: programVersion(),
    report: gateway.report,
  });
  const answerSurfaces = createAnswer({ ...gateway, mounts: [...gateway.mounts, ...(mcp ? [mcp] : [])] });
  listenWith(server, {
    baseUrl: (config.BASE_URL ?? url).replace(/\/+$/, ''),
    hstsSubdomains: config.HSTS_SUBDOMAINS === '1',
    connections,
    now: () => runtime.clock.now(),
    answer(arrived, readBody) {
      const answer = () =>
        config.INSECURE_HTTP === '1'
          ? answerOverHttp(arrived, (request) => answerSurfaces(request, readBody))
          : answerSurfaces(arrived, readBody);
      const reply = config.SERVER_TIMING === '1' ? withServerTiming(arrived, answer) : answer();
      if (!state.draining) return reply;
      return after(reply, (last) => after(state.held, () => ({ ...last, own: { ...last.own, connection: 'close' } })));
    },
    report: (thrown, requestId) => reportFailure(log, thrown, { requestId }, 'request failed outside the request path'),
    finished(finished) {
      const trace = finished.request?.trace ?? {};
      const { surface = 'none', route = 'none' } = trace;
      metrics.observeRequest({ surface, route, status: finished.status, elapsedMs: finished.elapsedMs });
      telemetry?.finished(finished, Date.now());
      if (!log.line) return;
      const { request, remoteAddress } = finished;
      const address = writtenAddress(request ? gateway.addressOf(request) : remoteAddress);
      log.line(requestLine(finished, trace, address, Date.now()));
    },
  });
}

/**
 * Logs a failure with cause and stack: the caller only ever sees a ServiceError's own message. A disconnected caller is
 * no failure, and neither is a ServiceError without a cause, such as an answer's timeout.
 */
export function reportFailure(
  log: Pick<Log, 'error'>,
  thrown: unknown,
  { requestId }: Pick<HttpRequest, 'requestId'>,
  message = 'request failed',
): void {
  if (thrown instanceof CallerGone) return;
  const isExpected = thrown instanceof Error && thrown.name === 'ServiceError' && thrown.cause === undefined;
  if (!isExpected) log.error({ err: thrown, requestId }, message);
}
