export type { AreaLedger, AreaRecord } from '../kinds/area-ledger.js';
export { countRows } from '../kinds/count-rows.js';
export type { EventLog, LoggedEvent, NewEvent } from '../kinds/event-log.js';
export type { ForecasterLedger, ForecasterRecord } from '../kinds/forecaster-ledger.js';
export type { MetaStore } from '../kinds/meta-store.js';
export type { PollLedger, PollRecord } from '../kinds/poll-ledger.js';
export {
  consistencyProof,
  inclusionProof,
  leafHash,
  rootByLeaf,
  rootOf,
  rootsByProof,
} from '../kinds/submissions/merkle-tree.js';
export {
  firstLink,
  type NewSubmission,
  type SubmissionHeader,
  type SubmissionRecord,
} from '../kinds/submissions/submission-record.js';
export { leafText, type SubmissionTree } from '../kinds/submissions/submission-tree.js';
export type { UsageLedger, UsageRecord } from '../kinds/usage-ledger.js';
export type { DeliveryRecord, WebhookLedger, WebhookRecord, WebhookState } from '../kinds/webhook-ledger.js';
export type { VintageListener, WithLeadership } from '../processes.js';
export { StoreError } from '../store-error.js';
export { type ChainReport, verifyRuns } from '../verify-runs.js';
export { verifyStore } from '../verify-store.js';
export { verifySubmissions } from '../verify-submissions.js';
export { backupOf } from './backup/backup-of.js';
export { restoreBackup, withBackup } from './backup/restore.js';
export { openSqliteStore, type SqliteStore } from './sqlite-store.js';
