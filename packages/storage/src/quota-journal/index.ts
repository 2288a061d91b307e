export { openQuotaJournal, type QuotaJournal } from './quota-journal.js';
