import { type ControlStore, DAY_MS } from '@loadcast/core';
import { DEAD_KEY_DAYS } from '@loadcast/core/quota';
import { accountRows, readAccounts } from './account-rows.js';
import { numberedChanges, readVersion } from './change.js';
import { eventRows } from './event-rows.js';
import { keyRows, readKeys } from './key-rows.js';
import { linkRows, originRows } from './link-rows.js';
import { secondFactorRows } from './second-factor-rows.js';
import { sessionRows } from './session-rows.js';
import type { SqlDatabase } from './sql-database.js';

/** Accounts, keys and sessions in SQL: the same code on SQLite and PostgreSQL. */
export function sqlControlStore(db: SqlDatabase): ControlStore {
  const change = numberedChanges(db);
  return {
    ...accountRows(db, change),
    ...keyRows(db, change),
    ...sessionRows(db),
    ...linkRows(db),
    ...originRows(db),
    ...secondFactorRows(db),
    ...eventRows(db),

    version: () => readVersion(db),
    async changesSince(since) {
      // The counter first: a change that lands in between is read twice rather than never.
      const version = await readVersion(db);
      const accounts = await readAccounts(db, 'version > ?', [since]);
      return { version, accounts, keys: await readKeys(db, 'version > ?', [since]) };
    },

    async sweep(now) {
      const deadBefore = now - DEAD_KEY_DAYS * DAY_MS;
      await db.run('delete from api_key where revoked_at <= ? or expires_at <= ?', [deadBefore, deadBefore]);
      await db.run('delete from session where expires_at <= ? or idle_at <= ?', [now, now]);
      await db.run('delete from account_link where expires_at <= ?', [now]);
      await db.run('delete from known_origin where expires_at <= ?', [now]);
    },
  };
}
