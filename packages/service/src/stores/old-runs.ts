import { ConfigError, type Log } from '@loadcast/observe';
import type { Store } from '../wiring/store.js';

export interface OldRunsSettings {
  /** How long runs are kept, ms; absent: forever. */
  readonly RUNS_KEEP?: number | undefined;
}

/** The duty of the leader that drops months of runs; absent where all are kept. It never rejects. */
export type OldRuns = { dropOldRuns?(): Promise<void> };

/** @throws {ConfigError} the store cannot drop months */
export function oldRuns(
  { RUNS_KEEP: keepMs }: OldRunsSettings,
  { dropRunsBefore }: Pick<Store, 'dropRunsBefore'>,
  now: () => number,
  log: Pick<Log, 'info' | 'warn'>,
): OldRuns {
  if (keepMs === undefined) return {};
  if (!dropRunsBefore) throw new ConfigError('RUNS_KEEP: needs DATABASE_URL; an embedded store keeps every run');
  return {
    dropOldRuns: () =>
      dropRunsBefore(now() - keepMs).then(
        (months) => void (months.length > 0 && log.info({ months }, 'runs that are kept no longer were dropped')),
        (err) => log.warn({ err }, 'old runs could not be dropped and will be tried again'),
      ),
  };
}
