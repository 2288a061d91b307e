/** All that is used of OpenTelemetry's SDK. The build writes it into this file's JavaScript, so nothing more is installed (`build.mjs`). */
export {
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  ValueType,
} from '@opentelemetry/api';
export { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
export { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
export { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
export {
  AggregationTemporality,
  DataPointType,
  type MetricData,
  type MetricProducer,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
export { BasicTracerProvider, BatchSpanProcessor, RandomIdGenerator } from '@opentelemetry/sdk-trace-base';
