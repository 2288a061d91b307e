import type pg from 'pg';
import type { Migration } from '../migrations/migration.js';
import { MIGRATIONS } from '../migrations/migrations.data.js';
import { StoreError } from '../store-error.js';
import type { Connections } from './connections.js';

/** Any number will do, as long as no other program on the database takes it. */
const MIGRATION_LOCK = 0x4c437374;

/** A step that reads a large table sets a longer limit for its statements than the server's. */
const STEP_WITHIN_MS = 3_600_000;

/**
 * Brings a database to today's format, one transaction a step. When several gateways start together, one does it and
 * the others wait.
 *
 * @throws {StoreError} `newer_format`
 */
export async function migrate(connections: Connections, migrations: readonly Migration[] = MIGRATIONS): Promise<void> {
  while (await connections.transaction((client) => takeStep(client, migrations)));
}

/** @returns whether there was a step to take */
async function takeStep(client: pg.PoolClient, migrations: readonly Migration[]): Promise<boolean> {
  await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
  await createSchema(client);
  await client.query('create table if not exists loadcast_format (version integer primary key, name text not null)');
  const { rows } = await client.query<{ version: number }>(
    'select coalesce(max(version), 0) as version from loadcast_format',
  );
  const { version } = rows[0]!;
  if (version > migrations.length) {
    throw new StoreError(
      'newer_format',
      `the database was written by a newer Loadcast (format ${version}, this one reads up to ${migrations.length}); upgrade, or restore a backup`,
    );
  }
  const next = migrations[version];
  if (!next) return false;
  const step = { text: next.postgres, query_timeout: STEP_WITHIN_MS };
  await client.query(step);
  await client.query('insert into loadcast_format values ($1, $2)', [next.version, next.name]);
  return true;
}

/** Makes the schema that the connection looks in. Asks first: making one needs a right that using one does not. */
async function createSchema(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ search_path: string; schema: string | null }>(
    "select current_setting('search_path') as search_path, current_schema as schema",
  );
  const [row] = rows;
  if (row && row.schema === null) await client.query(`create schema ${row.search_path}`);
}
