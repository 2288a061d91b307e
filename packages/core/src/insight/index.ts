export type { DayPeak } from '../peaks/day-peaks.js';
export { drainedWithPauses } from '../peaks/drained.js';
export { type DayOdds, type PathRun, pathsOfRun } from '../peaks/peak-odds.js';
export { LOAD_SEASONS, PEAK_PROGRAMS, type PeakProgram } from '../peaks/programs.data.js';
export { type MeasuredHour, newestMeasured } from '../reads/screened-hours.js';
export {
  canonicalRows,
  chainAfter,
  genesisText,
  linkText,
  type RunLink,
  runId,
  type Sha256,
} from '../vintages/run-chain.js';
export { type BulkMonth, bulkMonthAt, bulkMonthNamed, bulkMonthsIn } from './bulk/bulk-month.js';
export { type MonthVersion, monthVersions, versionsDigest } from './bulk/month-versions.js';
export { type Comparison, type ComparisonDeps, type ComparisonQuery, readComparison } from './compare.js';
export { type PeakDay, type PeakDeps, type PeakQuery, readPeaks } from './peaks.js';
export { type Revision, revisionsOf } from './revisions.js';
export { type ListedRun, listRuns, type RunsQuery } from './runs.js';
export {
  type ComparedName,
  type GroupScores,
  type PairScores,
  SCORES_BY,
  type ScoresBy,
  scoreGroups,
  scoreGroupsInSteps,
} from './score-groups.js';
export { type ScoredName, type ScoreRow, scoreRows } from './score-rows.js';
export { type AreaSnapshot, readSnapshot, type SnapshotDeps, type SnapshotHour } from './snapshot.js';
export {
  type ActualsVersion,
  type ScoreDeps,
  type ScoredQuery,
  type StoredPoints,
  storedPoints,
} from './stored-points.js';
