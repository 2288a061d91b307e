export type { BulkAsk, BulkColumns, BulkDeps, BulkType } from './bulk/bulk-dataset.js';
export {
  BULK_SCHEMA_VERSION,
  type BulkFile,
  type BulkName,
  type BulkStore,
  bulkNamed,
  bulkPath,
} from './bulk/bulk-file.js';
export { BULK_DATASETS } from './bulk/datasets.data.js';
export { forecastAnswer } from './forecast.js';
export { healthAnswer } from './health.js';
export { historyAnswer } from './history.js';
export { accuracyAnswer } from './insight/scores/accuracy.js';
export { fillScores } from './insight/scores/fill-scores.js';
export { latestAnswer } from './latest.js';
export { regionsAnswer } from './regions.js';
export { createSurfaceA } from './surface-a.js';
