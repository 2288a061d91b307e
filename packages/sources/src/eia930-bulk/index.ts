export { AUTHORITIES, REFUSED_AUTHORITIES } from '../eia930/authorities.data.js';
export { type BulkFile, readBulkFile } from './read-bulk-file.js';
export { RefusedFile } from './refused-file.js';
