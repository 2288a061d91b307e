import { STORED_KINDS, type StoredKinds } from './kinds/stored-kinds.data.js';
import type { Migration } from './migrations/migration.js';
import { MIGRATIONS } from './migrations/migrations.data.js';

/** What a store keeps, and the steps that made its tables. */
export interface StoreFormat {
  readonly kinds: StoredKinds;
  readonly migrations: readonly Migration[];
}

export const STORE_FORMAT = { kinds: STORED_KINDS, migrations: MIGRATIONS } as const satisfies StoreFormat;
