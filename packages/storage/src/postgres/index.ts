export { type CopyableStore, type CopyProgress, copyStore } from '../copy-store.js';
export { countRows, type StoreCounts } from '../kinds/count-rows.js';
export { type KindName, STORED_KINDS } from '../kinds/stored-kinds.data.js';
export type { MetaStore } from '../meta-store.js';
export type { VintageListener, WithLeadership } from '../processes.js';
export { StoreError, type StoreFault } from '../store-error.js';
export { type StoreReport, type VerifiableStore, verifyStore } from '../verify-store.js';
export type { ConnectionOptions } from './connections.js';
export { openPostgresStore, type PostgresStore, type PostgresStoreOptions } from './postgres-store.js';
