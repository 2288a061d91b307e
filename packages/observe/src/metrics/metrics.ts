import type { AreaId } from '@loadcast/core';
import { BUDGETS, budgetRatios } from '@loadcast/core/budgets';
import { type Labels, labelText, type Metric, metricText } from './metric-text.js';
import { createProcessMetrics } from './process-metrics.js';
import { type ObservedRequest, RequestMetrics } from './request-metrics.js';

/** A number that is read when metrics are scraped. */
export interface Gauge {
  readonly name: string;
  readonly help: string;
  /** Names of its labels; none if absent. */
  readonly labels?: readonly string[];
  read(): Iterable<readonly [labels: Labels, value: number]>;
}

/** A gauge of one number, without labels; undefined: it has no row. */
export const singleGauge = (name: string, help: string, value: () => number | undefined): Gauge => ({
  name,
  help,
  read() {
    const read = value();
    return read === undefined ? [] : [[{}, read]];
  },
});

/** Counts of requests, polls and forecasts, latencies, gauges and the process itself, for Prometheus. */
export interface Metrics {
  observeRequest(request: ObservedRequest): void;
  count(name: CounterName, labels: Labels, by?: number): void;
  read(): readonly Metric[];
  /** Prometheus' text format. */
  render(): Promise<string>;
}

interface CounterRow {
  readonly help: string;
  readonly labels: readonly string[];
  /** Series that exist from the start, at 0: an alert on an increase needs the 0 before it. */
  readonly initial: readonly Labels[];
}

const OUTCOMES = ['ok', 'failed'].map((outcome) => ({ outcome }));
const HOUR_KINDS = ['new', 'restated'].map((kind) => ({ kind }));
const FORECAST_OUTCOMES = ['kept', 'refused', 'no_data', 'failed'];

const COUNTERS = {
  loadcast_polls_total: { help: 'Polls of the source by outcome.', labels: ['outcome'], initial: OUTCOMES },
  loadcast_weather_polls_total: { help: 'Polls of the weather by outcome.', labels: ['outcome'], initial: OUTCOMES },
  loadcast_backups_total: { help: 'Scheduled backups by outcome.', labels: ['outcome'], initial: OUTCOMES },
  loadcast_ingested_hours_total: {
    help: 'Hours of load and operator forecasts that polls brought, new and restated.',
    labels: ['kind'],
    initial: HOUR_KINDS,
  },
  loadcast_forecasts_total: {
    help: 'Forecasts issued by area and outcome.',
    labels: ['area', 'outcome'],
    initial: [],
  },
  loadcast_events_total: {
    help: 'Events that this process found and kept, by type.',
    labels: ['type'],
    initial: [],
  },
  loadcast_webhook_deliveries_total: {
    help: 'Calls of webhooks by outcome; disabled: after a day of failures.',
    labels: ['outcome'],
    initial: ['delivered', 'failed', 'disabled'].map((outcome) => ({ outcome })),
  },
  loadcast_event_streams_ended_total: {
    help: 'Event streams that the gateway ended: slow reader, key or plan changed, draining.',
    labels: ['reason'],
    initial: ['slow', 'key', 'draining'].map((reason) => ({ reason })),
  },
  loadcast_heavy_refused_total: {
    help: 'Heavy answers refused with 503, by reason: full queue of the account, full queue of the process, delay of the event loop, or no turn in time.',
    labels: ['reason'],
    initial: ['account', 'queue', 'delay', 'deadline'].map((reason) => ({ reason })),
  },
  loadcast_heavy_shared_total: {
    help: 'Requests that were given an answer made for an equal one.',
    labels: [],
    initial: [{}],
  },
  loadcast_heavy_stopped_total: {
    help: 'Heavy answers canceled because every caller had left.',
    labels: [],
    initial: [{}],
  },
} as const satisfies Readonly<Record<string, CounterRow>>;

export type CounterName = keyof typeof COUNTERS;

/** The fill of each budget. An alert looks at those that refuse callers: a full cache is in order. */
const BUDGET_GAUGE: Gauge = {
  name: 'loadcast_budget_ratio',
  labels: ['budget', 'beyond'],
  help: 'The part of a bound that is in use; beyond it callers are refused, or something held is replaced.',
  read: () => [...budgetRatios()].map(([budget, ratio]) => [{ budget, beyond: BUDGETS[budget].beyond }, ratio]),
};

/** Labels of counters that exist from the start, at 0. */
interface CountedFromZero {
  readonly areaIds?: readonly AreaId[];
  readonly eventTypes?: readonly string[];
}

export function createMetrics(
  gauges: readonly Gauge[],
  { areaIds = [], eventTypes = [] }: CountedFromZero = {},
): Metrics {
  const ofProcess = createProcessMetrics();
  const counters = new Map(Object.entries(COUNTERS).map(([name, row]) => [name, createCounter(name, row)]));
  for (const type of eventTypes) counters.get('loadcast_events_total')?.add({ type }, 0);
  for (const area of areaIds) {
    for (const outcome of FORECAST_OUTCOMES) counters.get('loadcast_forecasts_total')?.add({ area, outcome }, 0);
  }
  const requests = new RequestMetrics();
  const read = (): readonly Metric[] => [
    ...ofProcess.read(),
    ...[...counters.values()].map((counter) => counter.read()),
    ...[...gauges, BUDGET_GAUGE].map(
      ({ name, help, read: rows }): Metric => ({ name, help, type: 'gauge', rows: rows() }),
    ),
    ...requests.read(),
  ];
  return {
    count: (name, labels, by = 1) => counters.get(name)?.add(labels, by),
    observeRequest: (request) => requests.observe(request),
    read,
    render: async () => read().map(metricText).join('\n'),
  };
}

function createCounter(name: string, { help, labels: names, initial }: CounterRow) {
  const values = new Map<string, [Labels, number]>(initial.map((labels) => [labelText(labels), [labels, 0]]));
  return {
    add(given: Labels, by: number): void {
      const labels = Object.fromEntries(names.map((label) => [label, given[label] ?? '']));
      const key = labelText(labels);
      values.set(key, [labels, (values.get(key)?.[1] ?? 0) + by]);
    },
    read: (): Metric => ({ name, help, type: 'counter', rows: values.values() }),
  };
}
