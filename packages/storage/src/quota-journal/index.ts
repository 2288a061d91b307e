export { openQuotaJournal, QUOTA_FILE, type QuotaJournal } from './quota-journal.js';
