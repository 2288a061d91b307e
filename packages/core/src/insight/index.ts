export { type MeasuredHour, newestMeasured } from '../reads/screened-hours.js';
export { type Comparison, type ComparisonDeps, type ComparisonQuery, readComparison } from './compare.js';
export { type AreaSnapshot, readSnapshot, type SnapshotDeps, type SnapshotHour } from './snapshot.js';
