export { drainedWithPauses } from '../peaks/drained.js';
export { pathsOfRun } from '../peaks/peak-odds.js';
export { LOAD_SEASONS, PEAK_PROGRAMS } from '../peaks/programs.data.js';
export { type MeasuredHour, newestMeasured } from '../reads/screened-hours.js';
export {
  canonicalRows,
  chainAfter,
  genesisText,
  linkText,
  type RunLink,
  runId,
} from '../vintages/run-chain.js';
export { openBlends, SERVICE_EXPERTS } from './blend/open-blends.js';
export { type BulkMonth, bulkMonthAt, bulkMonthNamed, bulkMonthsIn } from './bulk/bulk-month.js';
export { type MonthVersion, monthVersions, versionsDigest } from './bulk/month-versions.js';
export { type Comparison, type ComparisonDeps, type ComparisonQuery, readComparison } from './compare.js';
export type { ForecastHoursQuery } from './forecast-hours.js';
export { type PeakDay, type PeakDeps, readPeaks } from './peaks.js';
export { revisionsOf } from './revisions.js';
export { type ListedRun, listRuns } from './runs.js';
export {
  type GroupScores,
  type PairScores,
  SCORES_BY,
  type ScoresBy,
  scoreGroups,
  scoreGroupsInSteps,
} from './score-groups.js';
export { type ScoreRow, scoreRows } from './score-rows.js';
export { scoreSubmission } from './score-submission.js';
export { type AreaSnapshot, readSnapshot } from './snapshot.js';
export {
  type ActualsVersion,
  type ComparedColumn,
  type ScoreDeps,
  type StoredPoints,
  storedPoints,
} from './stored-points.js';
export {
  type ForecasterReader,
  type KnownForecaster,
  type SealedSubmission,
  type SubmissionLog,
  type Submitted,
  submittedHours,
  visibleTo,
} from './submitted-hours.js';
export { readWithheld } from './withheld.js';
