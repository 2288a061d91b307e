import type { SqlDatabase, SqlTransaction } from './sql-database.js';

/** Runs `work` in a transaction with the number of this change; undone when it returns false. */
export type Change = (work: (db: SqlTransaction, version: number) => Promise<boolean>) => Promise<boolean>;

/**
 * Numbers changes. The row lock of the counter puts them in order, so a version that can be read stands for everything up
 * to it.
 */
export function numberedChanges(db: SqlDatabase): Change {
  return (work) =>
    db.transaction(
      async (trx) => {
        const [counter] = await trx.query<{ version: number }>(
          'update control_version set version = version + 1 returning version',
        );
        return work(trx, counter!.version);
      },
      (isDone) => isDone,
    );
}

export async function readVersion(db: SqlTransaction): Promise<number> {
  const [counter] = await db.query<{ version: number }>('select version from control_version');
  return counter!.version;
}
