export type { MetaStore } from '../meta-store.js';
export { createMutex, type Mutex } from '../mutex.js';
export { StoreError, type StoreFault } from '../store-error.js';
export { controlSqlite } from './control-sqlite.js';
export { type SharedDatabase, sqliteDialect } from './kysely-dialect.js';
export { openSqliteStore, type SqliteStore, type SqliteStoreOptions, type StorePlace } from './sqlite-store.js';
