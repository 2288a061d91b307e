export { type CopyableStore, type CopyProgress, copyStore } from '../copy-store.js';
export { STORED_KINDS } from '../kinds/stored-kinds.data.js';
export { StoreError } from '../store-error.js';
export { verifyRuns } from '../verify-runs.js';
export { verifyStore } from '../verify-store.js';
export { openPostgresStore, type PostgresStore, type PostgresStoreOptions, postgresPlace } from './postgres-store.js';
export { restoreInto } from './restore-into.js';
