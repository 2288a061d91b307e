export { type CopyableStore, type CopyProgress, copyStore } from '../copy-store.js';
export { STORED_KINDS } from '../kinds/stored-kinds.data.js';
export type { EndedJob, IssueJob, IssueJobs, IssueTask } from './jobs/issue-jobs.js';
export type { QueueState } from './jobs/queue-state.js';
export { openPostgresStore, type PostgresStore, type PostgresStoreOptions, postgresPlace } from './postgres-store.js';
export { restoreInto } from './restore-into.js';
export type { ReadVintageChanges } from './vintage-changes.js';
