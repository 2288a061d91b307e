import { type FileHandle, open } from 'node:fs/promises';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';

/** SQLITE_IOERR_FSYNC, as SQLite itself would report the failure. */
const SYNC_FAILED = 1_034;
const DISK_FULL = 13;

/**
 * Commits that are synced by another thread, so that no request waits for the disk on this one.
 *
 * `begin` before the first statement that writes, while the connection is held; `end` before it is given back, which
 * lets SQLite sync by itself again; `synced` then resolves once the log holds the commits, for which the caller waits
 * before it acknowledges anything.
 */
export interface LaterSync {
  begin(): void;
  end(): void;
  /** @throws {Error} with the result code of SQLite for a failed sync */
  synced(): Promise<void>;
  /** Closes the log, which is opened by the first sync. Call it before the database is closed. */
  close(): Promise<void>;
}

export function laterSync(database: DatabaseSyncInstance): LaterSync {
  const file = database.location();
  if (file === null || file === '') {
    return { begin() {}, end() {}, synced: async () => undefined, close: async () => undefined };
  }
  /** One file for as long as a connection is open: SQLite deletes the log with the last one. No lock of SQLite is on it. */
  let log: Promise<FileHandle> | undefined;
  async function close(): Promise<void> {
    const opened = log;
    log = undefined;
    const handle = await opened?.catch(() => undefined);
    await handle?.close();
  }
  return {
    // Without a sync at the commit; the log is still synced before each checkpoint, and before it is begun again.
    begin: () => database.exec('pragma synchronous = normal'),
    end: () => database.exec('pragma synchronous = full'),
    async synced() {
      try {
        log ??= open(`${file}-wal`, 'r+');
        await (await log).datasync();
      } catch (cause) {
        await close().catch(() => undefined);
        const code = (cause as NodeJS.ErrnoException).code;
        const sqliteExtendedCode = code === 'ENOSPC' ? DISK_FULL : SYNC_FAILED;
        throw Object.assign(new Error('the log could not be synced', { cause }), { sqliteExtendedCode });
      }
    },
    close,
  };
}
