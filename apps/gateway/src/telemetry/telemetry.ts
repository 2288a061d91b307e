import { setTimeout } from 'node:timers/promises';
import { type FinishedRequest, parseTraceParent } from '@loadcast/formats/node';
import type { Log, Metrics } from '@loadcast/observe';
import { programVersion } from '../http/version.js';
import { metricData } from './metric-data.js';

/** A collector that does not answer holds up a stop for so long. */
const MOST_WAIT_MS = 3_000;

export interface Telemetry {
  /** A span of a request that is over. */
  finished(request: FinishedRequest, endedAt: number): void;
  /** Sends the rest. */
  close(): Promise<void>;
}

/**
 * Sends metrics each minute and a span of each request by OTLP over HTTP. The SDK itself reads other variables: `OTEL_SERVICE_NAME`,
 * `OTEL_RESOURCE_ATTRIBUTES`, `OTEL_EXPORTER_OTLP_HEADERS`. At most 2,048 spans wait; more are dropped.
 */
export async function openTelemetry(endpoint: string, metrics: Metrics, log: Pick<Log, 'warn'>): Promise<Telemetry> {
  const sdk = await import('./otlp.js');
  const addressOf = (signal: string) => `${endpoint.replace(/\/+$/, '')}/v1/${signal}`;
  const warn = (...said: readonly unknown[]) => log.warn({ said: said.map(String) }, 'OpenTelemetry');
  const silent = () => undefined;
  const logger = { error: warn, warn, info: silent, debug: silent, verbose: silent };
  sdk.diag.setLogger(logger, sdk.DiagLogLevel.WARN);
  const program = { 'service.name': 'loadcast', 'service.version': programVersion() };
  const resource = sdk.resourceFromAttributes(program).merge(sdk.detectResources({ detectors: [sdk.envDetector] }));
  const ids = new sdk.RandomIdGenerator();
  let spanId: string | undefined;
  const provider = new sdk.BasicTracerProvider({
    resource,
    // The id is the one in `traceparent` of calls to other services.
    idGenerator: { generateTraceId: ids.generateTraceId, generateSpanId: () => spanId ?? ids.generateSpanId() },
    spanProcessors: [new sdk.BatchSpanProcessor(new sdk.OTLPTraceExporter({ url: addressOf('traces') }))],
  });
  const reader = new sdk.PeriodicExportingMetricReader({
    exporter: new sdk.OTLPMetricExporter({ url: addressOf('metrics') }),
  });
  const startTime = hrTime(performance.timeOrigin);
  reader.setMetricProducer({
    async collect() {
      const now = hrTime(performance.timeOrigin + performance.now());
      const data = metrics.read().flatMap((metric) => metricData(sdk, metric, startTime, now));
      const scopeMetrics = [{ scope: { name: 'loadcast' }, metrics: data }];
      return { resourceMetrics: { resource, scopeMetrics }, errors: [] };
    },
  });
  const tracer = provider.getTracer('loadcast', programVersion());
  return {
    finished({ request, status, elapsedMs, requestId, bodyBytes }, endedAt) {
      const { route = 'none', surface = '', errorCode, keyId } = request?.trace ?? {};
      const parent = parseTraceParent(request?.headers.get('traceparent'));
      const root = sdk.ROOT_CONTEXT;
      const context = parent ? sdk.trace.setSpanContext(root, { ...parent, isRemote: true }) : root;
      const attributes = {
        'http.request.method': request?.method ?? 'none',
        'http.route': route,
        'http.response.status_code': status,
        'http.response.body.size': bodyBytes,
        'loadcast.surface': surface,
        'loadcast.request_id': requestId,
        ...(keyId !== undefined && { 'loadcast.key_id': keyId }),
        ...(errorCode !== undefined && { 'error.type': errorCode }),
      };
      const options = { kind: sdk.SpanKind.SERVER, startTime: endedAt - elapsedMs, attributes };
      spanId = request?.trace?.spanId;
      const span = tracer.startSpan(`${request?.method ?? 'none'} ${route}`, options, context);
      if (status >= 500) span.setStatus({ code: sdk.SpanStatusCode.ERROR });
      span.end(endedAt);
    },
    close: async () => {
      const sent = Promise.allSettled([provider.shutdown(), reader.shutdown()]);
      await Promise.race([sent, setTimeout(MOST_WAIT_MS, undefined, { ref: false })]);
    },
  };
}

const hrTime = (epochMs: number): [number, number] => [Math.floor(epochMs / 1e3), Math.round((epochMs % 1e3) * 1e6)];
