import pg from 'pg';
import { postgresFault, unavailable } from './postgres-fault.js';

/** How to reach a database, and how long to wait for it. */
export interface ConnectionOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly connectionString: string;
  /** Schema that holds the tables; made when it is not there. */
  readonly schema?: string;
  /** Most connections at a time. */
  readonly poolSize?: number;
  /** How long to wait for a connection, from the server or from the pool, ms. */
  readonly connectTimeoutMs?: number;
  /** How long a statement may take, ms; the server ends it then. */
  readonly statementTimeoutMs?: number;
}

/** Connections to one database that fail fast instead of queueing. */
export interface Connections {
  /** One statement in a transaction of its own. */
  query<R extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<R[]>;
  /** `work` in one transaction: all of it, or nothing. */
  transaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T>;
  /** Statements that all see the database as it was when the first of them began, whatever is written meanwhile. */
  snapshot<T>(work: (query: Connections['query']) => Promise<T>): Promise<T>;
  /** For kysely: a pool that fails fast too. */
  readonly pool: { connect(): Promise<pg.PoolClient>; end(): Promise<void> };
  /** A connection of its own, outside the pool, that waits for whatever it was made for. */
  dedicated(): Promise<pg.Client>;
  end(): Promise<void>;
}

/** Callers that may wait for a connection, for each there is. More are refused at once. */
const WAITING_PER_CONNECTION = 8;

/** A connection without traffic is probed after this long: the system's own default is two hours. */
const KEEP_ALIVE_MS = 10_000;

/** Every count and instant of ours is below 2^53, so 64-bit integers come as numbers. */
const NUMERIC_TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)),
};

/**
 * Opens a pool; connects when first used.
 */
export function openConnections(options: ConnectionOptions): Connections {
  const { poolSize = 8, connectTimeoutMs = 2_000, statementTimeoutMs = 10_000 } = options;
  const config: pg.ClientConfig = {
    connectionString: options.connectionString,
    application_name: 'loadcast',
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: NUMERIC_TYPES,
    options: serverSettings(options.schema),
  };
  const timeouts: pg.ClientConfig = {
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    // A server whose machine is gone cannot end the statement.
    query_timeout: statementTimeoutMs + 2_000,
  };
  const pool = new pg.Pool({ ...config, ...timeouts, max: poolSize });
  // An idle connection that breaks is replaced when the next one is needed.
  pool.on('error', () => {});
  // One that breaks between two statements of a transaction fails the next statement instead of ending the process.
  pool.on('connect', (client) => client.on('error', () => {}));

  const connect = async (): Promise<pg.PoolClient> => {
    if (pool.waitingCount >= poolSize * WAITING_PER_CONNECTION) throw unavailable('the store has too much to do');
    try {
      return await pool.connect();
    } catch (error) {
      throw postgresFault(error);
    }
  };

  const dedicated = async (): Promise<pg.Client> => {
    const client = new pg.Client(config);
    try {
      await client.connect();
      return client;
    } catch (error) {
      throw postgresFault(error);
    }
  };

  return {
    async query<R extends pg.QueryResultRow>(sql: string, values: readonly unknown[] = []) {
      const client = await connect();
      return using(client, async () => (await client.query<R>(sql, [...values])).rows);
    },
    async transaction(work) {
      const client = await connect();
      return using(client, async () => {
        await client.query('begin');
        const result = await work(client);
        await client.query('commit');
        return result;
      });
    },
    pool: { connect, end: async () => {} },
    dedicated,
    async snapshot(work) {
      const client = await dedicated();
      client.on('error', () => {});
      try {
        await client.query('begin isolation level repeatable read, read only');
        return await work(async <R extends pg.QueryResultRow>(sql: string, values: readonly unknown[] = []) => {
          return (await client.query<R>(sql, [...values])).rows;
        });
      } catch (error) {
        throw postgresFault(error);
      } finally {
        await client.end().catch(() => {});
      }
    },
    end: () => pool.end(),
  };
}

/** After an error the connection is closed rather than given back: it may be in a transaction, or broken. */
async function using<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw postgresFault(error);
  }
}

/** The server finds out within half a minute that a client's machine is gone, and drops its locks. */
function serverSettings(schema: string | undefined): string {
  const settings = ['tcp_keepalives_idle=10', 'tcp_keepalives_interval=5', 'tcp_keepalives_count=3'];
  if (schema !== undefined) settings.push(`search_path=${schema}`);
  return settings.map((setting) => `-c ${setting}`).join(' ');
}
