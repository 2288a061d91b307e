import { afterAll, onTestFinished } from 'vitest';
import { STORED_KINDS } from '../kinds/stored-kinds.data.js';
import { openConnections } from '../postgres/connections.js';
import { openPostgresStore, type PostgresStore, type PostgresStoreOptions } from '../postgres/postgres-store.js';

/** The database that tests may make schemas in. */
export const TEST_DATABASE_URL = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/test';

/** Whether it answers. With LOADCAST_REQUIRE_SERVICES=1 it must. */
export async function databaseAnswers(): Promise<boolean> {
  const connections = openConnections({ connectionString: TEST_DATABASE_URL, connectTimeoutMs: 1_000 });
  try {
    await connections.query('select 1');
    return true;
  } catch (cause) {
    if (process.env['LOADCAST_REQUIRE_SERVICES'] === '1') throw new Error('no PostgreSQL for the tests', { cause });
    return false;
  } finally {
    await connections.end();
  }
}

let schemas = 0;

function schemaName(): string {
  return `store_${process.pid}_${Date.now()}_${schemas++}`;
}

async function drop(schema: string): Promise<void> {
  const connections = openConnections({ connectionString: TEST_DATABASE_URL });
  await connections.query(`drop schema if exists ${schema} cascade`);
  await connections.end();
}

/** A schema of its own for a test, dropped when it has finished. */
export function freshSchema(): string {
  const schema = schemaName();
  onTestFinished(() => drop(schema));
  return schema;
}

/**
 * One store for all tests of the file that calls this, empty again for each: much quicker than a schema for each.
 *
 * @returns opens the store, or empties it
 */
export function sharedPostgresStore(): () => Promise<PostgresStore> {
  const schema = schemaName();
  let store: PostgresStore | undefined;
  afterAll(async () => {
    if (!store) return;
    await store.close();
    await drop(schema);
  });
  // Not `truncate`, which makes new files and waits for the disk.
  const { changes: _, ...kinds } = STORED_KINDS;
  const tables = Object.values(kinds)
    .toReversed()
    .flatMap((kind) => kind.tables);
  const empty = tables.map((table) => `delete from ${table}`).join('; ');
  return async () => {
    store ??= await openPostgresStore({ connectionString: TEST_DATABASE_URL, poolSize: 4, schema });
    await store.connections.query(empty);
    return store;
  };
}

/** Longer than any statement takes on a busy machine: tests of these limits set their own. */
const PATIENT = { connectTimeoutMs: 20_000, statementTimeoutMs: 20_000 };

/** An empty store for a test. */
export async function emptyPostgresStore(options: Partial<PostgresStoreOptions> = {}): Promise<PostgresStore> {
  const schema = options.schema ?? freshSchema();
  const patient = { connectionString: TEST_DATABASE_URL, poolSize: 4, ...PATIENT };
  if (options.statementTimeoutMs !== undefined) {
    // The limit is for the statements of the test, not for the migrations before it.
    await (await openPostgresStore({ ...patient, ...options, ...PATIENT, schema })).close();
  }
  const store = await openPostgresStore({ ...patient, ...options, schema });
  onTestFinished(() => store.close());
  return store;
}
