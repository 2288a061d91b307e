export { CLOCK_FAULTS, type ClockFault } from '../eia930/clock-faults.data.js';
export { type ClockCorrected, correctClocks } from '../eia930/correct-clocks.js';
export { type BulkFile, type ReadBulkOptions, readBulkFile } from './read-bulk-file.js';
export { RefusedFile } from './refused-file.js';
