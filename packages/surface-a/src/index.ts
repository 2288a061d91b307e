export type { BulkAsk, BulkColumns, BulkDataset, BulkDeps, BulkType } from './bulk/bulk-dataset.js';
export {
  BULK_SCHEMA_VERSION,
  type BulkFile,
  type BulkName,
  type BulkStore,
  bulkNamed,
  bulkPath,
  type EncodedBulk,
} from './bulk/bulk-file.js';
export { BULK_DATASETS } from './bulk/datasets.data.js';
export {
  accuracyAnswer,
  forecastAnswer,
  healthAnswer,
  historyAnswer,
  latestAnswer,
  regionsAnswer,
} from './endpoints/answers.js';
export { fillScores } from './insight/scores/fill-scores.js';
export { createSurfaceA, type SurfaceADeps } from './surface-a.js';
