import type { SqlValue, Statement } from '../store-contents.js';

/** Statements in one transaction; `?` stands for the next of their values, on every engine. */
export interface SqlTransaction {
  query<Row>(sql: string, values?: readonly SqlValue[]): Promise<Row[]>;
  /** How many rows a statement inserted, changed or deleted. */
  run(sql: string, values?: readonly SqlValue[]): Promise<number>;
}

/** The database of accounts. A single `query` only reads. */
export interface SqlDatabase extends SqlTransaction {
  /** `work` in one transaction: all of it, or nothing where it throws or gives something that is not to be kept. */
  transaction<T>(work: (db: SqlTransaction) => Promise<T>, isKept?: (result: T) => boolean): Promise<T>;
}

export const runStatement = (db: SqlTransaction, { sql, values }: Statement): Promise<number> => db.run(sql, values);
