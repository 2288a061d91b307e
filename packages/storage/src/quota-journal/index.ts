export { openQuotaJournal } from './quota-journal.js';
