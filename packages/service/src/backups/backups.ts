import { DAY_MS, type EpochMs, HOUR_MS } from '@loadcast/core';
import type { Log } from '@loadcast/observe';
import { backupFileAt, listBackups, prepareFolder, pruneBackups } from './backup-files.js';

export interface BackupSettings {
  readonly folder: string;
  readonly everyMs: number;
  /** How many whole ones are kept. */
  readonly keep: number;
}

export type WriteBackup = (file: string, signal: AbortSignal) => Promise<void>;

export interface BackupsDeps extends BackupSettings {
  readonly write: WriteBackup;
  readonly now: () => EpochMs;
  readonly log: Pick<Log, 'info' | 'error'>;
}

/** Scheduled backups of one process; among processes that share a store, the leader makes them. */
export interface Backups {
  readonly everyMs: number;
  /**
   * Makes a backup when one is due. Never more than one at a time. Never rejects.
   *
   * @returns undefined when none was due, or the signal ended it
   */
  runIfDue(signal: AbortSignal): Promise<BackupOutcome | undefined>;
  state(): BackupState;
}

export type BackupOutcome = 'ok' | 'failed';

export interface BackupState {
  /** When the newest whole backup in the folder was begun; undefined when there is none. */
  readonly newestAt: EpochMs | undefined;
  /** Why the last attempt failed; undefined when it did not. */
  readonly failure: string | undefined;
}

/** A backup that failed is tried again so much later, or sooner where backups are due more often. */
const LONGEST_RETRY_MS = HOUR_MS;

export function createBackups(deps: BackupsDeps): Backups {
  const { folder, everyMs, keep, write, now, log } = deps;
  let underWay: Promise<BackupOutcome | undefined> | undefined;
  let failure: string | undefined;
  let notBefore = Number.NEGATIVE_INFINITY;

  const newestAt = (): EpochMs | undefined => listBackups(folder, now())[0]?.at;

  async function run(signal: AbortSignal): Promise<BackupOutcome | undefined> {
    const begun = now();
    if (signal.aborted || begun < notBefore || begun - (newestAt() ?? Number.NEGATIVE_INFINITY) < everyMs)
      return undefined;
    const file = backupFileAt(folder, begun);
    prepareFolder(folder);
    await write(file, signal);
    failure = undefined;
    const removed = pruneBackups(folder, now(), keep);
    log.info(
      { file, seconds: Math.round((now() - begun) / 1000), removed: removed.length },
      'backup made and verified',
    );
    return 'ok';
  }

  async function runSafely(signal: AbortSignal): Promise<BackupOutcome | undefined> {
    try {
      return await run(signal);
    } catch (error) {
      if (signal.aborted) return undefined;
      failure = error instanceof Error ? error.message : String(error);
      notBefore = now() + Math.min(LONGEST_RETRY_MS, everyMs / 4);
      log.error({ err: error, folder }, 'backup failed; the ones before it stay');
      return 'failed';
    }
  }

  return {
    everyMs,
    runIfDue(signal) {
      underWay ??= runSafely(signal).finally(() => {
        underWay = undefined;
      });
      return underWay;
    },
    state() {
      try {
        return { newestAt: newestAt(), failure };
      } catch (error) {
        return { newestAt: undefined, failure: error instanceof Error ? error.message : String(error) };
      }
    },
  };
}

/** The fault in backups that are due every so often; undefined when there is none. @param since leading since then */
export function backupTrouble(
  { newestAt, failure }: BackupState,
  everyMs: number,
  { now, since }: { readonly now: EpochMs; readonly since: EpochMs },
): string | undefined {
  if (failure !== undefined) return `the last backup failed: ${failure}`;
  const age = now - Math.max(newestAt ?? Number.NEGATIVE_INFINITY, since);
  if (age <= 2 * everyMs) return undefined;
  return newestAt === undefined ? 'no backup has been made' : `the newest backup is ${daysOf(now - newestAt)} old`;
}

function daysOf(ms: number): string {
  return ms < 2 * DAY_MS ? `${Math.round(ms / HOUR_MS)} h` : `${Math.round(ms / DAY_MS)} days`;
}
