import type { ControlStore } from '@loadcast/core';
import { Kysely } from 'kysely';
import { sqlControlStore } from '../accounts/control-store.js';
import type { ControlTables } from '../accounts/control-tables.js';
import { type SharedDatabase, sqliteDialect } from './connection/kysely-dialect.js';

/** Accounts, keys and sessions on the store's own connection. */
export function controlSqlite(shared: SharedDatabase): ControlStore {
  return sqlControlStore(new Kysely<ControlTables>({ dialect: sqliteDialect(shared) }));
}
