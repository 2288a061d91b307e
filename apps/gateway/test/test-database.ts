import { openPostgres } from '../../../packages/service/src/wiring/store.js';
import { openConnections } from '../../../packages/storage/src/postgres/connections.js';

/** The database that tests may make schemas in. */
export const TEST_DATABASE_URL = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/test';

/** Whether it answers. With LOADCAST_REQUIRE_SERVICES=1 it must. */
export async function databaseAnswers(): Promise<boolean> {
  const url = freshDatabaseUrl();
  try {
    const store = await openPostgres(url, 'control');
    await store.close();
    await dropSchema(url);
    return true;
  } catch (cause) {
    if (process.env['LOADCAST_REQUIRE_SERVICES'] === '1') throw new Error('no PostgreSQL for the tests', { cause });
    return false;
  }
}

let schemas = 0;

/** Names a schema that is not there yet. */
export function freshDatabaseUrl(): string {
  const url = new URL(TEST_DATABASE_URL);
  url.searchParams.set('schema', `gateway_${process.pid}_${Date.now()}_${schemas++}`);
  return url.href;
}

/** Drops a store's schema, and the one of its queue. */
export async function dropSchema(databaseUrl: string): Promise<void> {
  const schema = new URL(databaseUrl).searchParams.get('schema');
  await queryDatabase(`drop schema if exists ${schema} cascade; drop schema if exists ${schema}_jobs cascade`);
}

/** A statement that needs no store, and makes none. */
export async function queryDatabase<Row extends object>(sql: string): Promise<Row[]> {
  const connections = openConnections({ connectionString: TEST_DATABASE_URL, poolSize: 1 });
  try {
    return await connections.query<Row>(sql);
  } finally {
    await connections.end();
  }
}
