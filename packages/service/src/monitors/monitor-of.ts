import { queueTrouble } from '../jobs/follow-queue.js';
import type { Runtime } from '../runtime.js';
import { createMonitor, type Monitor, type MonitorDeps } from './monitor.js';

export function monitorOf(
  runtime: Runtime,
  { backups, log, quotaTrouble }: Pick<MonitorDeps, 'backups' | 'log' | 'quotaTrouble'>,
): Monitor {
  const { areas, store, actuals, vintages, backfillsGates, inStepAt } = runtime;
  return createMonitor({
    areas,
    actuals,
    vintages,
    polls: store.polls,
    feeds: runtime.feeds,
    backfillsGates,
    inStepAt,
    backups,
    log,
    queueTrouble: () => queueTrouble(runtime.queueState()),
    ...(quotaTrouble && { quotaTrouble }),
    follows: runtime.source !== undefined,
    followsWeather: runtime.pollWeather !== undefined,
    now: () => runtime.clock.now(),
    // A replay leads alone, at another time.
    ...(store.engine === 'postgres' &&
      runtime.withLeadership === store.withLeadership && { shared: sharedSurvey(store.meta) }),
    storeFailure: store.failure,
    storeShortage: store.shortage,
    probeStore: () => store.meta.set('write_probe', new Date().toISOString()),
  });
}

const FACT = 'survey';

const sharedSurvey = (meta: Runtime['store']['meta']): NonNullable<MonitorDeps['shared']> => ({
  async read() {
    const kept = await meta.get(FACT);
    return kept === undefined ? undefined : JSON.parse(kept);
  },
  write: (survey) => meta.set(FACT, JSON.stringify(survey)),
});
