import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import type { BulkVintageStore, StoreContents } from '../store-contents.js';
import type { Transactions } from './connection/transactions.js';

/** The tables of a SQLite store. Each statement is a read of its own, so writers are never held up. */
export function contentsSqlite(
  database: DatabaseSyncInstance,
  transactions: Transactions,
  bulk: BulkVintageStore,
): StoreContents {
  const prepared = new Map<string, StatementSyncInstance>();
  const prepare = (sql: string): StatementSyncInstance => {
    const statement = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
  return {
    async query(sql, values = []) {
      return transactions.read(() => prepare(sql).all(...values));
    },
    async execute(statements) {
      await transactions.write(() => {
        for (const { sql, values } of statements) database.prepare(sql).run(...values);
      });
    },
    addVintages: bulk.appendAll,
  };
}
