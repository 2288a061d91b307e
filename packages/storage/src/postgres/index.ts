export { type CopyableStore, type CopyProgress, type CopyReport, copyStore } from '../copy-store.js';
export type { MetaStore } from '../meta-store.js';
export type { VintageListener, WithLeadership } from '../processes.js';
export { StoreError, type StoreFault } from '../store-error.js';
export type { ConnectionOptions } from './connections.js';
export { openPostgresStore, type PostgresStore } from './postgres-store.js';
