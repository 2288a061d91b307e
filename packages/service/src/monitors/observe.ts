import type { Metrics } from '@loadcast/observe';
import type { Backups } from '../backups/backups.js';
import type { Runtime } from '../runtime.js';
import type { ServiceObserver } from '../schedule/service-observer.js';
import type { Monitor } from './monitor.js';

export function observeService(monitor: Monitor, metrics: Metrics): ServiceObserver {
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
export function observeWeather(
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

export function observeBackups(backups: Backups, metrics: Metrics): (signal: AbortSignal) => Promise<void> {
  return async (signal) => {
    const outcome = await backups.runIfDue(signal);
    if (outcome) metrics.count('loadcast_backups_total', { outcome });
  };
}
