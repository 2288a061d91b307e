export { BALANCE_42, BALANCE_65, INTERCHANGE, SUBREGION } from './bulk-headers.data.js';
export { type BulkRow, bulkRow, bulkText, eiaTime } from './bulk-text.js';
