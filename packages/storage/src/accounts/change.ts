import type { ControlStore } from '@loadcast/core';
import type { Kysely, Transaction } from 'kysely';
import { ACCOUNT_COLUMNS, type ControlTables, toAccount, toKey } from './control-tables.js';

/** Runs `work` in a transaction with the number of this change; undone when it returns false. */
export type Change = (work: (trx: Transaction<ControlTables>, version: number) => Promise<boolean>) => Promise<boolean>;

const UNDO = Symbol('undo');

/**
 * Numbers changes. The row lock of the counter puts them in order, so a version that can be read stands for everything up
 * to it.
 */
export function numberedChanges(db: Kysely<ControlTables>): Change {
  return async (work) => {
    try {
      await db.transaction().execute(async (trx) => {
        const { version } = await trx
          .updateTable('control_version')
          .set((eb) => ({ version: eb('version', '+', 1) }))
          .returning('version')
          .executeTakeFirstOrThrow();
        if (!(await work(trx, Number(version)))) throw UNDO;
      });
      return true;
    } catch (error) {
      if (error === UNDO) return false;
      throw error;
    }
  };
}

/** What changed since a number, for processes that keep accounts and keys in memory. */
export function changeRows(db: Kysely<ControlTables>): Pick<ControlStore, 'version' | 'changesSince'> {
  return {
    async version() {
      const row = await db.selectFrom('control_version').select('version').executeTakeFirstOrThrow();
      return Number(row.version);
    },

    async changesSince(since) {
      // The counter first: a change that lands in between is read twice rather than never.
      const { version } = await db.selectFrom('control_version').select('version').executeTakeFirstOrThrow();
      const accounts = await db.selectFrom('account').select(ACCOUNT_COLUMNS).where('version', '>', since).execute();
      const keys = await db.selectFrom('api_key').selectAll().where('version', '>', since).execute();
      return { version: Number(version), accounts: accounts.map(toAccount), keys: keys.map(toKey) };
    },
  };
}
