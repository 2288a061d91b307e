export { type OperatorArrival, withKnownLag, withOperatorArrival } from './assumed-known-times.js';
export {
  type AreaBacktest,
  type BacktestGap,
  type BacktestSubject,
  backtestArea,
  type RunBacktest,
} from './backtest-area.js';
export { type DifferenceInterval, differenceInterval } from './bootstrap.js';
export {
  BACKTEST_RUNS,
  type BacktestIssue,
  type BacktestPlan,
  type BacktestRun,
  gateDays,
  hourlyIssues,
  type LeadRun,
  operatingDays,
} from './gate-days.js';
export {
  type Change,
  type Cut,
  type JudgedCut,
  type JudgedPoints,
  type JudgedScores,
  type Judgement,
  judge,
  SEASONS,
} from './judge/judge.js';
export type { JudgedPeaks } from './judge/judged-peaks.js';
export type { OddsCase, PeakCase } from './peak-cases.js';
export {
  ODDS_KINDS,
  type OddsDecile,
  type OddsKind,
  type PeakScores,
  type PeakSummary,
  scorePeaks,
  topHoursBiasPct,
} from './peak-scores.js';
export { type BacktestPoints, emptyPoints, POINT_COLUMNS, type PointColumn } from './points.js';
export { type PitBin, type Reliability, reliabilityOf } from './reliability.js';
export { type ForecastColumn, type PairedScores, scorePaired, scorePoints } from './score-points.js';
export { BACKTEST_INPUTS, type BacktestInput, selectInputs } from './select-inputs.js';
export { type SliceBy, slicePoints } from './slice-points.js';
export { type DayScores, scoreDays, worstDays } from './worst-days.js';
