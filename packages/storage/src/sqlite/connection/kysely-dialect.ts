import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Mutex } from '../../mutex.js';
import type { LaterSync } from './synced-later.js';

/** One SQLite connection, and the mutex that every user of it passes through. */
export interface SharedDatabase {
  readonly database: DatabaseSyncInstance;
  /** A transaction of kysely holds it from `begin` to `commit`, so that nothing else can slip into it. */
  readonly mutex: Mutex;
  /** Syncs the writes of this dialect; the connection's owner closes it. */
  readonly later: LaterSync;
}

/**
 * Kysely over a connection that belongs to the store: `new Kysely<Tables>({ dialect: sqliteDialect(store) })`.
 *
 * Closing the connection is the store's business; `destroy()` of Kysely leaves it open. Values are of SQLite's types:
 * number, bigint, string, bytes, null, and booleans, which come back as 0 and 1.
 */
export function sqliteDialect(shared: SharedDatabase): Dialect {
  return {
    createDriver: () => createDriver(shared),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

function createDriver({ database, mutex, later }: SharedDatabase): Driver {
  const connection = createConnection(database, later);
  const execute = async (sql: string): Promise<void> => {
    await connection.executeQuery(CompiledQuery.raw(sql));
  };
  let release = () => {};

  return {
    async init() {},
    async acquireConnection() {
      release = await mutex.acquire();
      connection.hasWritten = false;
      return connection;
    },
    // Kysely gives the connection back before it gives the caller a result: nothing is acknowledged that is not synced.
    async releaseConnection() {
      const { hasWritten } = connection;
      if (hasWritten) later.end();
      const synced = hasWritten ? later.synced() : undefined; // begun before a close can come between
      release();
      await synced;
    },
    // A deferred transaction that turns into a write can fail at once with SQLITE_BUSY, with any timeout.
    beginTransaction: () => execute('begin immediate'),
    commitTransaction: () => execute('commit'),
    async rollbackTransaction() {
      // SQLite has already rolled back after a full disk or an I/O error.
      if (database.isTransaction) await execute('rollback');
    },
    async destroy() {},
  };
}

/** A connection that remembers whether anything was written since it was taken. */
interface WatchedConnection extends DatabaseConnection {
  hasWritten: boolean;
}

function createConnection(database: DatabaseSyncInstance, later: LaterSync): WatchedConnection {
  const statements = new Map<string, StatementSyncInstance>();
  const prepare = (sql: string): StatementSyncInstance => {
    const known = statements.get(sql);
    if (known) return known;
    if (statements.size >= 200) statements.clear();
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };

  return {
    hasWritten: false,
    async executeQuery<R>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<R>> {
      const statement = prepare(sql);
      if (query.kind !== 'SelectQueryNode' && !this.hasWritten) {
        later.begin();
        this.hasWritten = true;
      }
      if (statement.columns().length > 0) {
        return { rows: statement.all(...parameters).map((row) => ({ ...row })) };
      }
      const { changes, lastInsertRowid } = statement.run(...parameters);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    },
    async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
      // A statement of its own: a cached one would start again when the same query runs meanwhile.
      for (const row of database.prepare(sql).iterate(...parameters)) yield { rows: [{ ...row }] };
    },
  };
}
