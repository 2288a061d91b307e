import type { DatabaseSyncInstance } from '@photostructure/sqlite';

/**
 * Moves the log into the file. SQLite does so when the last connection closes, but the driver leaves that to the garbage
 * collector: prepared statements cannot be finalized by hand, and hold the connection until they are collected.
 */
export function emptyLog(database: DatabaseSyncInstance): void {
  try {
    database.exec('pragma wal_checkpoint(truncate)');
  } catch {
    // The log stays, complete, and is read at the next opening.
  }
}
