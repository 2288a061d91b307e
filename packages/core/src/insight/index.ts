export { type MeasuredHour, newestMeasured } from '../reads/screened-hours.js';
export { type Comparison, type ComparisonDeps, type ComparisonQuery, readComparison } from './compare.js';
export { type Revision, revisionsOf } from './revisions.js';
export { canonicalRows, type ListedRun, listRuns, type RunsQuery } from './runs.js';
export {
  type ComparedName,
  type GroupScores,
  type PairScores,
  SCORES_BY,
  type ScoresBy,
  scoreGroups,
} from './score-groups.js';
export { type AreaSnapshot, readSnapshot, type SnapshotDeps, type SnapshotHour } from './snapshot.js';
export {
  type ActualsVersion,
  type ScoreDeps,
  type ScoredQuery,
  type StoredPoints,
  storedPoints,
} from './stored-points.js';
