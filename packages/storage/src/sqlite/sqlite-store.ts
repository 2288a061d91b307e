import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { weatherBlocks } from '../kinds/weather/weather-blocks.js';
import { createMutex } from '../mutex.js';
import { announced, leadershipInProcess, type VintageListener, type WithLeadership } from '../processes.js';
import { StoreError } from '../store-error.js';
import { STORE_FORMAT, type StoreFormat } from '../store-format.js';
import { type StoreParts, tableParts } from '../store-parts.js';
import { actualsSqlite } from './actuals-sqlite.js';
import { type BackupReport, writeBackup } from './backup/backup.js';
import { assertIntact } from './connection/assert-intact.js';
import { emptyLog } from './connection/empty-log.js';
import { migrate } from './connection/migrate.js';
import { openDatabase, type StorePlace, storeFileOf } from './connection/open-database.js';
import { sqliteFault } from './connection/sqlite-fault.js';
import { keptStatements } from './connection/statements.js';
import { laterSync } from './connection/synced-later.js';
import { createTransactions, type Transactions } from './connection/transactions.js';
import { holdWriterLock } from './connection/writer-lock.js';
import { contentsSqlite } from './contents-sqlite.js';
import { controlSqlite, sharedDatabase } from './control-sqlite.js';
import { linkAll } from './run-links-sqlite.js';
import { vintagesSqlite } from './vintages-sqlite.js';

/** How long another process' transaction is waited for, ms. Blocks the thread meanwhile. */
const BUSY_TIMEOUT_MS = 5_000;

export interface SqliteStoreOptions {
  /**
   * `writer` (default) may write load, forecasts and weather, and is the only one: a second is refused with `in_use`.
   * `control` reads everything and writes accounts and keys, beside a writer or without one.
   */
  readonly role?: 'writer' | 'control';
  /** Opens a store whose totals show that rows are lost, to find out which. */
  readonly acceptsDamage?: boolean;
  /** Overrides this release's format, for tests. */
  readonly format?: StoreFormat;
}

export interface SqliteStore extends StoreParts {
  /** Where it lies. */
  readonly file: string;
  /** Does `work` if nothing else in the writer's process does work of the same name; gives undefined otherwise. */
  readonly withLeadership: WithLeadership;
  /** Calls a listener with the area of every vintage that this store keeps. Gives what ends it. */
  onVintage(listener: VintageListener): () => void;
  /** Writes a copy to a new file, while others write; this thread waits. */
  backup(to: string): Promise<BackupReport>;
  /** The connection, for tests and measurements: nothing orders what is written through it. */
  readonly database: DatabaseSyncInstance;
  /** Why the store accepts nothing more, once the disk has refused a write; undefined while all is well. */
  failure(): StoreError | undefined;
  /** Why the last write was refused for want of room; undefined once one has succeeded. */
  shortage(): StoreError | undefined;
  /** Waits for the write in progress, then closes. The store is then of no use. */
  close(): Promise<void>;
}

/**
 * Opens the embedded store, made and brought to today's format where needed.
 *
 * @throws {StoreError} `missing`, `read_only`, `full`: the place is of no use; `in_use`: there is a writer already;
 *   `newer_format`, `not_a_store`, `corrupt`: the file is not one this program may touch
 * @example
 * // const store = await openSqliteStore({ dataDir: 'data' });
 */
export async function openSqliteStore(place: StorePlace, options: SqliteStoreOptions = {}): Promise<SqliteStore> {
  const { role = 'writer', acceptsDamage = false, format = STORE_FORMAT } = options;
  const file = storeFileOf(place);
  const database = openDatabase(file, BUSY_TIMEOUT_MS);
  let releaseLock = () => {};
  try {
    if (role === 'writer') releaseLock = holdWriterLock(file);
    migrate(database, file, format.migrations);
    if (!acceptsDamage) assertIntact(database, file);
    const mutex = createMutex();
    const later = laterSync(database);
    const transactions = createTransactions(database, mutex, file);
    const series = role === 'writer' ? transactions : readOnly(transactions, file);
    const prepare = keptStatements(database);
    const shared = { database, mutex, later, prepare, faultOf: transactions.faultOf };
    const vintages = vintagesSqlite(prepare, series);
    if (role === 'writer') await linkAll(prepare, transactions);
    const news = announced(vintages);
    const contents = contentsSqlite(prepare, transactions, vintages);
    return {
      file,
      actuals: actualsSqlite(prepare, series),
      vintages: news.vintages,
      weather: weatherBlocks(contents, contentsSqlite(prepare, series, vintages).execute),
      ...tableParts(contents, sharedDatabase(shared), contents.execute),
      control: controlSqlite(shared),
      withLeadership: role === 'writer' ? leadershipInProcess() : async () => undefined,
      onVintage: news.onVintage,
      backup: (to) => writeBackup((work) => mutex.run(() => transactions.guard(() => work(database))), to, format),
      database,
      failure: transactions.failure,
      shortage: transactions.shortage,
      close: () =>
        mutex.run(async () => {
          if (!database.isOpen) return;
          await later.close();
          if (role === 'writer') emptyLog(database);
          database.close();
          releaseLock();
        }),
    };
  } catch (error) {
    database.close();
    releaseLock();
    throw sqliteFault(file, error);
  }
}

function readOnly(transactions: Transactions, file: string): Transactions {
  return {
    ...transactions,
    async write() {
      throw new StoreError(
        'read_only',
        `${file} was opened for the control plane, which writes no load, forecasts or weather`,
      );
    },
  };
}
