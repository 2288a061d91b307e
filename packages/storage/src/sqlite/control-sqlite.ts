import { type ControlStore, ServiceError } from '@loadcast/core';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { sqlControlStore } from '../accounts/control-store.js';
import type { SqlDatabase, SqlTransaction } from '../accounts/sql-database.js';
import type { Mutex } from '../mutex.js';
import type { SqlValue } from '../store-contents.js';
import { StoreError, type StoreFault } from '../store-error.js';
import { emptyLog } from './connection/empty-log.js';
import type { Prepare } from './connection/statements.js';
import type { LaterSync } from './connection/synced-later.js';
import { rollBack } from './connection/transactions.js';

/** The connection of a store, and the mutex that every user of it passes through. */
export interface SharedDatabase {
  readonly database: DatabaseSyncInstance;
  /** A transaction holds it from `begin` to `commit`, so that nothing else can slip into it. */
  readonly mutex: Mutex;
  /** Syncs what is written here; the connection's owner closes it. */
  readonly later: LaterSync;
  readonly prepare: Prepare;
  /** The fault of the store behind an error of a statement, which counts from now on. */
  readonly faultOf: (thrown: unknown) => unknown;
}

/**
 * Accounts, keys and sessions on the store's own connection.
 *
 * Methods fail with `ServiceError` `unavailable` while the disk is full or takes no write.
 */
export function controlSqlite({ faultOf, ...shared }: SharedDatabase): ControlStore {
  const store = sqlControlStore(sharedDatabase({ ...shared, faultOf: (thrown) => controlFault(faultOf(thrown)) }));
  return {
    ...store,
    async deleteAccount(id, at) {
      const isDeleted = await store.deleteAccount(id, at);
      // Until then the log has pages of before.
      await shared.mutex.run(async () => emptyLog(shared.database));
      return isDeleted;
    },
  };
}

/** Reads and writes of accounts: none is acknowledged before the log is synced, by another thread. */
export function sharedDatabase({ database, mutex, later, prepare, faultOf }: SharedDatabase): SqlDatabase {
  const statements: SqlTransaction = {
    query: async <Row>(sql: string, values: readonly SqlValue[] = []) =>
      prepare(sql)
        .all(...values)
        .map((row): Row => ({ ...row })),
    run: async (sql, values = []) => Number(prepare(sql).run(...values).changes),
  };

  async function guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (thrown) {
      throw faultOf(thrown);
    }
  }

  const writing = <T>(work: () => Promise<T>): Promise<T> =>
    guarded(async () => {
      let synced: Promise<void> | undefined;
      const result = await mutex.run(async () => {
        later.begin();
        try {
          const done = await work();
          synced = later.synced(); // begun before a close can come between
          return done;
        } finally {
          later.end();
        }
      });
      await synced;
      return result;
    });

  return {
    query: (sql, values) => guarded(() => mutex.run(() => statements.query(sql, values))),
    run: (sql, values) => writing(() => statements.run(sql, values)),
    transaction: (work, isKept = () => true) =>
      writing(async () => {
        // A deferred transaction that turns into a write can fail at once with SQLITE_BUSY, with any timeout.
        database.exec('begin immediate');
        try {
          const result = await work(statements);
          database.exec(isKept(result) ? 'commit' : 'rollback');
          return result;
        } catch (thrown) {
          rollBack(database);
          throw thrown;
        }
      }),
  };
}

/** What keeps a store from writing, though it can be read. */
const CANNOT_WRITE: ReadonlySet<StoreFault> = new Set(['full', 'busy', 'failed', 'read_only']);
const RETRY_AFTER_SECONDS = 30;

function controlFault(fault: unknown): unknown {
  if (!(fault instanceof StoreError) || !CANNOT_WRITE.has(fault.fault)) return fault;
  const details = { retryAfterSeconds: RETRY_AFTER_SECONDS };
  return new ServiceError('unavailable', 'the store takes no changes at the moment', details, { cause: fault });
}
