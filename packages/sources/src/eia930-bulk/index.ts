export { type BulkFile, readBulkFile } from './read-bulk-file.js';
export { RefusedFile } from './refused-file.js';
