import type pg from 'pg';
import type { SqlDatabase, SqlTransaction } from '../accounts/sql-database.js';
import type { BulkVintageStore, StoreContents, TableReader } from '../store-contents.js';
import type { Connections } from './connections.js';
import type { Fence } from './fence.js';

export function contentsPostgres(connections: Connections, bulk: BulkVintageStore): StoreContents {
  return {
    ...readerPostgres(connections.query),
    execute: executePostgres(connections),
    addVintages: bulk.appendAll,
  };
}

/** Runs statements in one transaction. @param fence keeps a process that lost its leadership from writing in it */
export function executePostgres(connections: Connections, fence?: Fence): StoreContents['execute'] {
  return async (statements) => {
    if (statements.length === 0) return;
    await connections.transaction(async (client) => {
      await fence?.check(client);
      const { run } = statementsOf(client);
      for (const { sql, values } of statements) await run(sql, values);
    });
  };
}

/** Reads tables through one connection or many. */
export function readerPostgres(query: Connections['query']): TableReader {
  return {
    async query<Row>(sql: string, values = []) {
      return query<Row & Record<string, unknown>>(numbered(sql), values);
    },
  };
}

export function databasePostgres(connections: Connections): SqlDatabase {
  return {
    ...readerPostgres(connections.query),
    run: (sql, values) => connections.transaction((client) => statementsOf(client).run(sql, values)),
    transaction: (work, isKept) => connections.transaction((client) => work(statementsOf(client)), isKept),
  };
}

/** Statements on a connection that is in a transaction. */
export function statementsOf(client: pg.ClientBase): SqlTransaction {
  return {
    query: async (sql, values = []) => (await client.query(numbered(sql), [...values])).rows,
    run: async (sql, values = []) => (await client.query(numbered(sql), [...values])).rowCount ?? 0,
  };
}

/** PostgreSQL numbers the places of values: `$1`, `$2`, ... */
function numbered(sql: string): string {
  let count = 0;
  return sql.replaceAll('?', () => `$${++count}`);
}
