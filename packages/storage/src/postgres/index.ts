export type { MetaStore } from '../meta-store.js';
export { StoreError, type StoreFault } from '../store-error.js';
export type { ConnectionOptions } from './connections.js';
export type { WithLeadership } from './leadership.js';
export { openPostgresStore, type PostgresStore } from './postgres-store.js';
export type { VintageListener } from './vintage-news.js';
