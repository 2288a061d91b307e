import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Mutex } from '../../mutex.js';
import { StoreError } from '../../store-error.js';
import { sqliteFault } from './sqlite-fault.js';

/** How the stores on one connection read and write. */
export interface Transactions {
  /** Runs `work`, which must not wait for anything, and commits it, or leaves nothing. */
  write<T>(work: () => T): Promise<T>;
  /** Runs a read, which must not wait for anything, on one state of the store. Errors of SQLite come out as `StoreError`. */
  read<T>(work: () => T): T;
  /** Runs anything else on the connection. Errors of SQLite come out as `StoreError`. */
  guard<T>(work: () => T): T;
  /** The fault of the store behind an error of any statement on the connection, which counts from now on. */
  faultOf(thrown: unknown): unknown;
  /** Why nothing more is accepted, if that is so. */
  failure(): StoreError | undefined;
  /** Why the last write was refused for want of room; undefined once one has succeeded. */
  shortage(): StoreError | undefined;
}

/**
 * Transactions on a shared connection.
 *
 * After a failed write or sync the kernel may have thrown the data away and report success the next time
 * (https://wiki.postgresql.org/wiki/Fsync_Errors), so the first such failure is final: only a restart, which reads the
 * log again, makes the store writable. A full disk is not such a failure.
 */
export function createTransactions(database: DatabaseSyncInstance, mutex: Mutex, file: string): Transactions {
  let failed: StoreError | undefined;
  let full: StoreError | undefined;

  const faultOf = (thrown: unknown): unknown => {
    const known = sqliteFault(file, thrown);
    if (known instanceof StoreError && known.fault === 'failed') failed ??= known;
    if (known instanceof StoreError && known.fault === 'full') full = known;
    return known;
  };

  function guard<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw sqliteFault(file, error);
    }
  }

  return {
    write: (work) =>
      mutex.run(() => {
        if (failed) throw failed;
        try {
          database.exec('begin immediate');
          const result = work();
          database.exec('commit');
          full = undefined;
          return result;
        } catch (error) {
          const reported = faultOf(error);
          rollBack(database);
          throw reported;
        }
      }),
    read: (work) => guard(() => onOneState(database, work)),
    guard,
    faultOf,
    failure: () => failed,
    shortage: () => full,
  };
}

/** Runs a read, which must not wait for anything, on one state of the store, despite writes of other programs. */
export function onOneState<T>(database: DatabaseSyncInstance, work: () => T): T {
  // The state does not change inside another transaction on this connection.
  const own = !database.isTransaction;
  try {
    if (own) database.exec('begin');
    return work();
  } finally {
    if (own) rollBack(database);
  }
}

/** SQLite has often rolled back already, and may be unable to report it; the first error is the one that counts. */
export function rollBack(database: DatabaseSyncInstance): void {
  try {
    if (database.isTransaction) database.exec('rollback');
  } catch {
    // The connection stays in its broken transaction, so every later write fails as well.
  }
}
