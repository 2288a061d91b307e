import { type CopyProgress, copyStore, isEmptyStore } from '../copy-store.js';
import { StoreError } from '../store-error.js';
import { STORE_FORMAT } from '../store-format.js';
import type { StoreReport, VerifiableStore } from '../verify-store.js';
import { queryOn } from './connections.js';
import { openPostgresStore, type PostgresStore, type PostgresStoreOptions } from './postgres-store.js';
import { readMonths } from './run-months.js';

export interface RestoreIntoOptions {
  /** The leadership that a running gateway holds: nothing is restored while one does. */
  readonly leadership: string;
  /** Whether a store that is there may be set aside. */
  readonly replace?: boolean;
  /** Called often; draw less often. */
  readonly onProgress?: (progress: CopyProgress) => void;
}

/**
 * Replaces a PostgreSQL store by the contents of another store, such as a backup. They are written to a schema of their
 * own (`NAME_restoring`) and compared with their source first; then all tables change places in one transaction, so
 * that a restore that fails or is killed changes nothing. A store that is there already is kept in the schema
 * `NAME_before_restore`.
 *
 * @returns the counts of the new store
 * @throws {StoreError} `in_use`: a gateway is running; `exists`: there is a store, or one set aside earlier; `corrupt`
 * @throws {ServiceError} `unavailable`
 */
export async function restoreInto(
  options: PostgresStoreOptions,
  source: VerifiableStore,
  { leadership, replace = false, onProgress }: RestoreIntoOptions,
): Promise<StoreReport> {
  const { schema = 'public', format = STORE_FORMAT } = options;
  const target = await openPostgresStore(options);
  try {
    const report = await target.withLeadership(leadership, async (lost) => {
      const isEmpty = await isEmptyStore(target, format.kinds);
      if (!isEmpty) await assertReplaceable(target, schema, replace);
      const incoming = incomingOf(schema);
      await target.connections.query(`drop schema if exists ${incoming} cascade`);
      const staged = await openPostgresStore({ ...options, schema: incoming });
      try {
        const copied = await copyStore(source, staged, onProgress, format.kinds);
        lost.throwIfAborted();
        await changePlaces(target, schema, isEmpty);
        return copied;
      } finally {
        await staged.close();
        await target.connections.query(`drop schema if exists ${incoming} cascade`);
      }
    });
    if (report) return report;
    throw new StoreError('in_use', `a gateway polls and forecasts on ${target.place}; stop every gateway first`);
  } finally {
    await target.close();
  }
}

const incomingOf = (schema: string): string => `${schema}_restoring`;
const asideOf = (schema: string): string => `${schema}_before_restore`;

/** @throws {StoreError} `exists` */
async function assertReplaceable(target: PostgresStore, schema: string, replace: boolean): Promise<void> {
  if (!replace) throw new StoreError('exists', `${target.place} holds a store already`);
  const found = await target.connections.query('select 1 from pg_namespace where nspname = $1', [asideOf(schema)]);
  if (found.length > 0) {
    throw new StoreError(
      'exists',
      `the schema ${asideOf(schema)} is still there from an earlier restore; drop it first`,
    );
  }
}

const TABLES = 'select tablename as name from pg_tables where schemaname = $1 order by tablename';
/** What triggers of the tables call. */
const FUNCTIONS = 'select proname as name from pg_proc where pronamespace = to_regnamespace($1) order by proname';

/** Only tables and functions of Loadcast change places: the schema may hold other things. */
async function changePlaces(target: PostgresStore, schema: string, isEmpty: boolean): Promise<void> {
  const incoming = incomingOf(schema);
  await target.connections.transaction(async (client) => {
    const namesOf = async (query: string) =>
      (await client.query<{ name: string }>(query, [incoming])).rows.map(({ name }) => `"${name}"`);
    const tables = await namesOf(TABLES);
    // Months of runs that only the store in place has.
    const months = await readMonths(queryOn(client), `${schema}.vintage`);
    const former = new Set([...tables, ...months.map(({ name }) => `"${name}"`)]);
    const functions = (await namesOf(FUNCTIONS)).map((name) => `${name}()`);
    if (isEmpty)
      await client.query(`drop table if exists ${[...former].map((table) => `${schema}.${table}`).join(', ')}`);
    else {
      await client.query(`create schema ${asideOf(schema)}`);
      for (const table of former)
        await client.query(`alter table if exists ${schema}.${table} set schema ${asideOf(schema)}`);
    }
    for (const table of tables) await client.query(`alter table ${incoming}.${table} set schema ${schema}`);
    for (const name of functions) {
      await client.query(
        isEmpty ? `drop function ${schema}.${name}` : `alter function ${schema}.${name} set schema ${asideOf(schema)}`,
      );
      await client.query(`alter function ${incoming}.${name} set schema ${schema}`);
    }
  });
}
