import { ConfigError } from '@loadcast/observe';
import type { CopyProgress, PostgresStore, PostgresStoreOptions } from '@loadcast/storage/postgres';
import { backupOf, openSqliteStore, restoreBackup, type SqliteStore, withBackup } from '@loadcast/storage/sqlite';
import { type AreaBook, openAreaBook } from './areas.js';
import { readDatabaseUrl, tlsFault } from './database-url.js';
import { FORECASTER } from './leadership.js';
import { noteStoreElsewhere, refuseSecondStore } from './store-elsewhere.js';

/** The driver of PostgreSQL is loaded where a database is named. */
const postgresStorage = () => import('@loadcast/storage/postgres');

/** What a store of one process has not. */
type OfPostgres = Partial<
  Pick<
    PostgresStore,
    'openIssueJobs' | 'queueState' | 'vintageChanges' | 'fits' | 'dropRunsBefore' | 'withReplica' | 'replicaTrouble'
  >
>;

/** Where everything is kept, behind core's ports. */
export interface Store
  extends Omit<SqliteStore, 'file' | 'database' | 'failure' | 'shortage'>,
    Pick<PostgresStore, 'place' | 'shortage'>,
    OfPostgres,
    AreaBook {
  /** `sqlite`: one process writes. `postgres`: many processes on many machines do, and may be cut off from it. */
  readonly engine: 'sqlite' | 'postgres';
  /** Why it takes no more writes; undefined while all is well. */
  failure(): Error | undefined;
}

export interface StoreSettings {
  readonly LOADCAST_DATA_DIR: string;
  /** Given: the store is in PostgreSQL, not in the folder. */
  readonly DATABASE_URL?: string | undefined;
  readonly DATABASE_READ_URL?: string | undefined;
}

export interface StoreOptions {
  /** `writer` keeps actuals and forecasts, and is the only one; `control` reads all and writes accounts and keys. */
  readonly role?: 'writer' | 'control';
  /** Opens a store whose totals show that rows are lost, to find out which. */
  readonly acceptsDamage?: boolean;
}

/**
 * Opens the store that the settings name: the only place where concrete stores are chosen.
 *
 * @throws {StoreError} the place is of no use, taken, or not a store
 * @throws {ConfigError} the service that owns the folder keeps its store in PostgreSQL
 */
export async function openStore(
  { DATABASE_URL, LOADCAST_DATA_DIR }: StoreSettings,
  { role = 'writer', acceptsDamage = false }: StoreOptions = {},
): Promise<Store> {
  if (DATABASE_URL === undefined) {
    refuseSecondStore(LOADCAST_DATA_DIR);
    return openSqlite(LOADCAST_DATA_DIR, role, acceptsDamage);
  }
  const store = await openPostgres(DATABASE_URL, role);
  if (role === 'writer') noteStoreElsewhere(LOADCAST_DATA_DIR);
  return store;
}

/** The embedded store in a folder, ignoring the settings. */
export async function openSqlite(dataDir: string, role: 'writer' | 'control', acceptsDamage = false): Promise<Store> {
  const store = await openSqliteStore({ dataDir }, { role, acceptsDamage });
  return {
    ...store,
    ...(await openAreaBook(store.areaLedger)),
    engine: 'sqlite',
    place: store.file,
  };
}

export async function openEngine(
  { DATABASE_URL, LOADCAST_DATA_DIR }: StoreSettings,
  engine: Store['engine'],
): Promise<Store> {
  if (engine === 'sqlite') return openSqlite(LOADCAST_DATA_DIR, 'writer');
  if (DATABASE_URL === undefined) throw new ConfigError('DATABASE_URL: needed to reach PostgreSQL');
  return openPostgres(DATABASE_URL, 'writer');
}

export interface RestoreStoreOptions {
  /** Whether a store that is there may be set aside. */
  readonly replace: boolean;
  /** Called often where that takes long; draw less often. */
  readonly onProgress?: (progress: CopyProgress) => void;
}

/**
 * Puts a backup in the place of the store that the settings name: the database where they name one.
 *
 * @returns where it was restored to
 */
export async function restoreStore(
  { DATABASE_URL, LOADCAST_DATA_DIR: dataDir }: StoreSettings,
  backup: string,
  options: RestoreStoreOptions,
): Promise<string> {
  if (DATABASE_URL === undefined) return restoreBackup(backup, { dataDir }, options);
  const { postgresPlace, restoreInto } = await postgresStorage();
  const database = databaseOf(DATABASE_URL, 'writer');
  await withBackup(backup, (source) => restoreInto(database, source, { ...options, leadership: FORECASTER }));
  return postgresPlace(database);
}

/** Connections of a gateway, and of a thread or command beside it. */
const POOL_SIZE = { writer: 8, control: 2 };

/**
 * A database on a PostgreSQL server.
 *
 * @param url as libpq has it; `?schema=NAME` chooses a schema other than `public`
 */
export async function openPostgres(url: string, role: 'writer' | 'control'): Promise<Store> {
  const { openPostgresStore } = await postgresStorage();
  const store = await openPostgresStore(databaseOf(url, role)).catch((error: unknown) => {
    throw tlsFault(error) ?? error;
  });
  return {
    ...store,
    ...(await openAreaBook(store.areaLedger)),
    engine: 'postgres',
    backup: (to) => store.snapshot((source) => backupOf(source, to)),
    failure: () => undefined,
  };
}

export function databaseOf(url: string, role: 'writer' | 'control'): PostgresStoreOptions {
  const address = readDatabaseUrl(url);
  const schema = address.searchParams.get('schema') ?? undefined;
  address.searchParams.delete('schema');
  return {
    connectionString: address.href,
    poolSize: POOL_SIZE[role],
    ...(schema === undefined ? {} : { schema }),
  };
}
