import type { BulkVintageStore, StoreContents } from '../store-contents.js';
import type { Prepare } from './connection/statements.js';
import type { Transactions } from './connection/transactions.js';

/** The tables of a SQLite store. Each statement is a read of its own, so writers are never held up. */
export function contentsSqlite(prepare: Prepare, transactions: Transactions, bulk: BulkVintageStore): StoreContents {
  return {
    async query(sql, values = []) {
      return transactions.read(() => prepare(sql).all(...values));
    },
    async execute(statements) {
      await transactions.write(() => {
        for (const { sql, values } of statements) prepare(sql).run(...values);
      });
    },
    addVintages: bulk.appendAll,
  };
}
