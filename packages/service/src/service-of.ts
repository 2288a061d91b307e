import type { Log, Metrics } from '@loadcast/observe';
import { firstOf } from '@loadcast/sources/deadline';
import type { Backups } from './backups/backups.js';
import { blendsIssuer } from './blends/issue-blends.js';
import type { OpenEvents } from './events/open-events.js';
import type { ForecastCount } from './forecast-count.js';
import type { Monitor } from './monitors/monitor.js';
import { observeBackups, observeService, observeWeather } from './monitors/observe.js';
import type { Runtime } from './runtime.js';
import { backfillGates } from './schedule/backfill-gates.js';
import { createService, type Service } from './schedule/service.js';

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
