import type { ControlStore } from '@loadcast/core';
import type { Kysely } from 'kysely';
import { accountChanges, accountReads, signInChanges } from './account-rows.js';
import { changeRows, numberedChanges } from './change.js';
import type { ControlTables } from './control-tables.js';
import { eventRows } from './event-rows.js';
import { keyChanges, keyReads } from './key-rows.js';
import { linkRows, originRows } from './link-rows.js';
import { secondFactorRows } from './second-factor-rows.js';
import { sessionRows, sweepRows } from './session-rows.js';

/**
 * Accounts, keys and sessions in SQL: the same code on SQLite and PostgreSQL.
 *
 * @param db has the tables of the migration "accounts, keys and sessions"
 * @param fault the error that callers get for one of the database
 */
export function sqlControlStore(
  db: Kysely<ControlTables>,
  fault: (thrown: unknown) => unknown = (thrown) => thrown,
): ControlStore {
  return new Proxy(createControlStore(db), {
    get(store, name, receiver) {
      const method = Reflect.get(store, name, receiver);
      if (typeof method !== 'function') return method;
      return async (...args: unknown[]) => {
        try {
          return await Reflect.apply(method, store, args);
        } catch (thrown) {
          throw fault(thrown);
        }
      };
    },
  });
}

function createControlStore(db: Kysely<ControlTables>): ControlStore {
  const change = numberedChanges(db);
  return {
    ...accountReads(db),
    ...accountChanges(change),
    ...signInChanges(change),
    ...keyReads(db),
    ...keyChanges(change),
    ...sessionRows(db),
    ...linkRows(db),
    ...originRows(db),
    ...secondFactorRows(db),
    ...sweepRows(db),
    ...eventRows(db),
    ...changeRows(db),
  };
}
