import type { Log, Metrics } from '@loadcast/observe';
import { firstOf } from '@loadcast/sources/deadline';
import type { Backups } from './backups/backups.js';
import { blendsIssuer } from './blends/issue-blends.js';
import type { OpenEvents } from './events/open-events.js';
import type { ForecastCount } from './forecast-count.js';
import type { Monitor } from './monitors/monitor.js';
import type { Runtime } from './runtime.js';
import { backfillGates } from './schedule/backfill-gates.js';
import { createService, type Service } from './schedule/service.js';
import type { ServiceObserver } from './schedule/service-observer.js';

/** What the polls and forecasts of a runtime are reported to. */
export interface ServiceParts {
  readonly runtime: Runtime;
  readonly log: Log;
  readonly monitor: Monitor;
  readonly backups: Backups | undefined;
  readonly forecasts: ForecastCount;
}

/** The polls and forecasts of a runtime, reported to the monitors and counted. @param signal ends the play of past gates */
export function serviceOf(
  { runtime, log, monitor, backups, forecasts }: ServiceParts,
  metrics: Metrics,
  signal: AbortSignal | undefined,
  events: Pick<OpenEvents, 'keep'>,
): Service {
  const observed = observeService(monitor, metrics);
  const { everyArea, forecasters } = runtime.store;
  return createService({
    ...runtime,
    areas: everyArea,
    sourceAreas: runtime.areas,
    loadVersion: () => runtime.actuals.version,
    async followAreas() {
      await runtime.store.followAreas().catch((err) => log.warn({ err }, 'the list of areas could not be read again'));
    },
    ...(runtime.pollWeather && { pollWeather: observeWeather(runtime.pollWeather, monitor, metrics) }),
    ...(backups && { backUp: observeBackups(backups, metrics) }),
    ...(!runtime.replays && { issueBlends: blendsIssuer({ ...runtime, areas: everyArea, forecasters, log }) }),
    log,
    polls: runtime.store.polls,
    whileLeading: events.keep,
    observer: {
      ...observed,
      issued(issued) {
        observed.issued(issued);
        forecasts.issued(issued);
      },
    },
    onLead: runtime.catchUp,
    async afterFirstIssue(lead) {
      if (!runtime.backfillsGates) return;
      const ends = firstOf(...(signal ? [signal, lead] : [lead]));
      const onMade = (): void => forecasts.changed();
      const waits = (err: Error): void => log.warn({ err }, 'the store is busy: forecasts of past gates wait for it');
      const options = { signal: ends, onMade, waits };
      const made = await backfillGates(runtime, runtime.clock.now(), options);
      if (ends.aborted) return;
      forecasts.gatesPlayed();
      log.info({ forecasts: made }, 'forecasts of past gates made');
    },
  });
}

function observeService(monitor: Monitor, metrics: Metrics): ServiceObserver {
  return {
    polled(polled) {
      monitor.observer.polled(polled);
      metrics.count('loadcast_polls_total', { outcome: polled.outcome });
      metrics.count('loadcast_ingested_hours_total', { kind: 'new' }, polled.newHours);
      metrics.count('loadcast_ingested_hours_total', { kind: 'restated' }, polled.restatedHours);
    },
    issued(issued) {
      metrics.count('loadcast_forecasts_total', { area: issued.areaId, outcome: issued.outcome });
    },
    leading: (leads) => monitor.observer.leading(leads),
  };
}

/** A poll of the weather that reports its outcome to the monitors, and counts it. */
function observeWeather(
  poll: NonNullable<Runtime['pollWeather']>,
  monitor: Monitor,
  metrics: Metrics,
): NonNullable<Runtime['pollWeather']> {
  return async (now, signal) => {
    let outcome: 'ok' | 'failed' = 'failed';
    try {
      const isNew = await poll(now, signal);
      outcome = 'ok';
      return isNew;
    } finally {
      monitor.weatherPolled(outcome);
      metrics.count('loadcast_weather_polls_total', { outcome });
    }
  };
}

function observeBackups(backups: Backups, metrics: Metrics): (signal: AbortSignal) => Promise<void> {
  return async (signal) => {
    const outcome = await backups.runIfDue(signal);
    if (outcome) metrics.count('loadcast_backups_total', { outcome });
  };
}
