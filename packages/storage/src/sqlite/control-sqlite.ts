import { type ControlStore, ServiceError } from '@loadcast/core';
import { Kysely } from 'kysely';
import { sqlControlStore } from '../accounts/control-store.js';
import type { ControlTables } from '../accounts/control-tables.js';
import { StoreError, type StoreFault } from '../store-error.js';
import { type SharedDatabase, sqliteDialect } from './connection/kysely-dialect.js';
import { sqliteFault } from './connection/sqlite-fault.js';

/** The connection of a store, and how it notes errors of statements on it. */
export interface ControlDatabase extends SharedDatabase {
  readonly faultOf?: (thrown: unknown) => unknown;
}

/** What keeps a store from writing, though it can be read. */
const CANNOT_WRITE: ReadonlySet<StoreFault> = new Set(['full', 'busy', 'failed', 'read_only']);
const RETRY_AFTER_SECONDS = 30;

/**
 * Accounts, keys and sessions on the store's own connection.
 *
 * Methods fail with `ServiceError` `unavailable` while the disk is full or takes no write.
 */
export function controlSqlite(shared: ControlDatabase): ControlStore {
  const faultOf = shared.faultOf ?? ((thrown) => sqliteFault('the store', thrown));
  return sqlControlStore(new Kysely<ControlTables>({ dialect: sqliteDialect(shared) }), (thrown) => {
    const fault = faultOf(thrown);
    if (!(fault instanceof StoreError) || !CANNOT_WRITE.has(fault.fault)) return fault;
    const details = { retryAfterSeconds: RETRY_AFTER_SECONDS };
    return new ServiceError('unavailable', 'the store takes no changes at the moment', details, { cause: fault });
  });
}
