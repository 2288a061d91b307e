import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Lateness } from '@loadcast/core/series';
import { type Gauge, singleGauge } from '@loadcast/observe';
import type { QueueState } from '@loadcast/storage/postgres';
import { queueGauges } from '../jobs/follow-queue.js';
import { type RunsRead, replicaGauge } from '../wiring/replica.js';
import type { Monitor } from './monitor.js';
import type { AreaState } from './survey.js';

export interface GaugeFacts {
  readonly monitor: Monitor;
  readonly isReady: () => boolean;
  readonly now: () => number;
  readonly inStepAt: () => number;
  readonly backedUpAt: () => number | undefined;
  readonly queueState: () => QueueState | undefined;
  readonly replicaReads: RunsRead['replicaReads'];
}

/** What the monitors know, as Prometheus gauges. An unknown value has no row. */
export function monitorGauges(facts: GaugeFacts): Gauge[] {
  const { monitor, isReady, now, inStepAt, backedUpAt, queueState, replicaReads } = facts;
  const loop = monitorEventLoopDelay({ resolution: 20 });
  loop.enable();
  const age = (name: string, help: string, since: () => number | undefined): Gauge =>
    singleGauge(name, help, () => {
      const at = since();
      return at === undefined ? undefined : secondsOf(now() - at);
    });

  return [
    ...areaGauges(monitor),
    ...feedGauges(monitor),
    ...queueGauges(queueState),
    replicaGauge(replicaReads),
    {
      name: 'loadcast_findings',
      labels: ['monitor', 'area'],
      help: 'Findings of the monitors.',
      read: () =>
        monitor.findings().map(({ monitor: name, areaId = '' }) => [{ monitor: name, area: areaId }, 1] as const),
    },
    age(
      'loadcast_last_poll_age_seconds',
      'Time since the last poll of this process, successful or not.',
      () => monitor.lastPoll()?.at,
    ),
    age('loadcast_survey_age_seconds', 'Time since the monitors measured.', () => monitor.latest()?.at),
    age('loadcast_store_age_seconds', 'Time since forecasts in memory were known to match the store.', inStepAt),
    age('loadcast_backup_age_seconds', 'Time since the newest backup in BACKUP_DIR was begun.', backedUpAt),
    singleGauge('loadcast_leading', 'Whether this process polls and forecasts.', () => Number(monitor.isLeading())),
    singleGauge('loadcast_ready', 'Whether this process can answer.', () => Number(isReady())),
    singleGauge(
      'loadcast_event_loop_delay_seconds',
      'p99 of the delay of the event loop since the last reading.',
      () => {
        const p99 = loop.percentile(99) / 1e9;
        loop.reset();
        return Number.isFinite(p99) ? p99 : undefined;
      },
    ),
    singleGauge('process_uptime_seconds', 'Time since the process started.', () => process.uptime()),
  ];
}

function areaGauges(monitor: Monitor): Gauge[] {
  const area = (name: string, help: string, value: (state: AreaState) => number | undefined): Gauge => ({
    name,
    help,
    labels: ['area'],
    read: () =>
      (monitor.latest()?.areas ?? []).flatMap((state) => {
        const read = value(state);
        return read === undefined ? [] : [[{ area: state.areaId }, read] as const];
      }),
  });
  return [
    area('loadcast_data_age_seconds', 'Time since the end of the newest hour of load.', (state) =>
      secondsOf(state.dataAgeMs),
    ),
    area('loadcast_forecast_age_seconds', 'Time since the newest forecast was issued.', (state) =>
      secondsOf(state.forecastAgeMs),
    ),
    area('loadcast_frozen_hours', 'How many of the newest hours of load are equal.', (state) => state.frozenHours),
    area(
      'loadcast_clock_lag_hours',
      'Lag of load behind our forecasts made 15 days ahead, last 30 days.',
      (state) => state.clockLagHours,
    ),
    area(
      'loadcast_operator_clock_lag_hours',
      'Lag of load behind the operator’s forecast, last 30 days.',
      (state) => state.operatorClockLagHours,
    ),
    area(
      'loadcast_coverage_ratio',
      'Hours of the last 30 days between p10 and p90 of the day-ahead run; 0.8 is right.',
      (state) => (state.coveragePct === undefined ? undefined : state.coveragePct / 100),
    ),
    {
      name: 'loadcast_load_lateness_seconds',
      labels: ['area', 'quantile'],
      help: 'Delay of load after the end of its hour, hours of the last week.',
      read: () =>
        (monitor.latest()?.areas ?? []).flatMap(({ areaId: area, lateness }) => latenessRows({ area }, lateness)),
    },
  ];
}

function feedGauges(monitor: Monitor): Gauge[] {
  const feeds = () => monitor.latest()?.feeds ?? [];
  return [
    {
      name: 'loadcast_feed_age_seconds',
      labels: ['feed', 'area'],
      help: 'Time since an operator’s feed brought something new.',
      read: () =>
        feeds().flatMap(({ feed, areaId: area, ageMs }) =>
          ageMs === undefined ? [] : [[{ feed, area }, Math.round(ageMs / 1000)] as const],
        ),
    },
    {
      name: 'loadcast_feed_lateness_seconds',
      labels: ['feed', 'quantile'],
      help: 'Delay of load in an operator’s feed after the end of its hour, hours of the last week.',
      read: () => feeds().flatMap(({ feed, lateness }) => latenessRows({ feed }, lateness)),
    },
  ];
}

function latenessRows(labels: Readonly<Record<string, string>>, lateness: Lateness | undefined) {
  const quantiles = lateness ? [['0.5', lateness.medianMs] as const, ['0.9', lateness.p90Ms] as const] : [];
  return quantiles.map(([quantile, ms]) => [{ ...labels, quantile }, ms / 1000] as const);
}

function secondsOf(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : Math.round(ms / 1000);
}
