export { CLOCK_FAULTS } from '../eia930/clock-faults.data.js';
export { type BulkFile, readBulkFile } from './read-bulk-file.js';
export { RefusedFile } from './refused-file.js';
