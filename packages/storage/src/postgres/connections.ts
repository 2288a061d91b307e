import pg from 'pg';
import { createCircuit } from './circuit/circuit.js';
import { isTimeout, postgresFault, unavailable } from './postgres-fault.js';
import { setUpSession } from './session.js';

/** How to reach a database, and how long to wait for it. */
export interface ConnectionOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly connectionString: string;
  /** Schema that holds the tables; made when it is not there. */
  readonly schema?: string;
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
  /** `work` in one transaction: all of it, or nothing where it throws or gives something that is not to be kept. */
  transaction<T>(work: (client: pg.PoolClient) => Promise<T>, isKept?: (result: T) => boolean): Promise<T>;
  /** Statements that all see the database as it was when the first of them began, despite writes meanwhile. */
  snapshot<T>(work: (query: Connections['query']) => Promise<T>): Promise<T>;
  /** A dedicated connection, outside the pool, that waits for notifications or locks. */
  dedicated(): Promise<pg.Client>;
  /** Why the last write was refused for want of room; undefined once one has succeeded. */
  shortage(): Error | undefined;
  end(): Promise<void>;
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const DISK_FULL = '53100';

/** Callers that may wait for a connection, for each there is. More are refused at once. */
const WAITING_PER_CONNECTION = 8;

const STATEMENT_TIMEOUT_MS = 10_000;

/** A connection without traffic is probed after this long: the system's own default is two hours. */
const KEEP_ALIVE_MS = 10_000;

/** Every count and instant of ours is below 2^53, so 64-bit integers come as numbers. */
const NUMERIC_TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)),
};

/**
 * Opens a pool; connects when first used. Once a wait and a probe have ended without any answer of the server, callers
 * are refused at once until a probe is answered.
 */
export function openConnections(options: ConnectionOptions): Connections {
  const { poolSize = 8, statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options;
  const config = buildClientConfig(options);
  const pool = openPool(config, options);
  const circuit = createCircuit(() => isAnswering(config));
  let full: Error | undefined;
  /** The error that callers get for one of the database. */
  const faultOf = (thrown: unknown): unknown => {
    if (isTimeout(thrown)) circuit.timedOut(performance.now() - statementTimeoutMs);
    if (thrown instanceof pg.DatabaseError && thrown.code === DISK_FULL) full = thrown;
    return postgresFault(thrown);
  };

  const connect = async (): Promise<pg.PoolClient> => {
    if (circuit.isOpen()) throw unavailable('the store does not answer at the moment');
    if (pool.waitingCount >= poolSize * WAITING_PER_CONNECTION) throw unavailable('the store has too much to do');
    const beganAt = performance.now();
    try {
      return await pool.connect();
    } catch (error) {
      if (isTimeout(error)) circuit.timedOut(beganAt);
      throw postgresFault(error);
    }
  };

  /** After an error the connection is closed rather than given back: it may be in a transaction, or broken. */
  async function using<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await connect();
    try {
      const result = await work(client);
      client.release();
      circuit.answered();
      return result;
    } catch (error) {
      client.release(true);
      throw faultOf(error);
    }
  }

  const dedicated = () => openClient(config, options);

  return {
    query: (sql, values) => using((client) => queryOn(client)(sql, values)),
    transaction: (work, isKept = () => true) =>
      using(async (client) => {
        await client.query('begin');
        const result = await work(client);
        await client.query(isKept(result) ? 'commit' : 'rollback');
        full = undefined;
        return result;
      }),
    shortage: () => full,
    dedicated,
    snapshot: async (work) => readSnapshot(await dedicated(), work),
    async end() {
      circuit.end();
      await pool.end();
    },
  };
}

async function openClient(config: pg.ClientConfig, options: ConnectionOptions): Promise<pg.Client> {
  const client = new pg.Client(config);
  // One that breaks before its user listens fails the next statement instead of ending the process.
  client.on('error', () => {});
  try {
    await client.connect();
    await setUpSession(client, options);
    return client;
  } catch (error) {
    void client.end().catch(() => {});
    throw postgresFault(error);
  }
}

/** Queries on a client. */
export const queryOn = (client: pg.ClientBase): Connections['query'] => {
  return async (sql, values = []) => (await client.query(sql, [...values])).rows;
};

/** Reads on a connection of its own, which it closes. */
async function readSnapshot<T>(client: pg.Client, work: (query: Connections['query']) => Promise<T>): Promise<T> {
  try {
    await client.query('begin isolation level repeatable read, read only');
    return await work(queryOn(client));
  } catch (error) {
    throw postgresFault(error);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Whether the server answers a new connection, be it with a refusal. */
async function isAnswering(config: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...config, query_timeout: config.connectionTimeoutMillis });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch (error) {
    return error instanceof pg.DatabaseError;
  } finally {
    void client.end().catch(() => {});
  }
}

function buildClientConfig({ connectionString, connectTimeoutMs = 2_000 }: ConnectionOptions): pg.ClientConfig {
  return {
    connectionString,
    application_name: 'loadcast',
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: NUMERIC_TYPES,
  };
}

function openPool(config: pg.ClientConfig, options: ConnectionOptions): pg.Pool {
  const { schema, poolSize: max = 8, statementTimeoutMs: timeoutMs = STATEMENT_TIMEOUT_MS } = options;
  const pool = new pg.Pool({
    ...config,
    // A server whose machine is gone cannot end the statement.
    query_timeout: timeoutMs + 2_000,
    max,
    onConnect: (client) => setUpSession(client, { schema, timeoutMs }),
  });
  // An idle connection that breaks is replaced when the next one is needed.
  pool.on('error', () => {});
  // One that breaks between two statements of a transaction fails the next statement instead of ending the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
