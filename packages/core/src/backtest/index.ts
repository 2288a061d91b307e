export {
  type AreaBacktest,
  backtestArea,
  type RunBacktest,
} from './backtest-area.js';
export { backtestSeries } from './backtest-series.js';
export { differenceInterval } from './bootstrap.js';
export {
  BACKTEST_RUNS,
  type BacktestPlan,
  type BacktestRun,
  gateDays,
  operatingDays,
} from './gate-days.js';
export {
  type Change,
  type JudgedCut,
  type Judgement,
  judge,
} from './judge/judge.js';
export type { JudgedPeaks } from './judge/judged-peaks.js';
export type { PeakCase } from './peak-cases.js';
export {
  ODDS_KINDS,
  type OddsKind,
  type PeakSummary,
  scorePeaks,
  topHoursBiasPct,
} from './peak-scores.js';
export { type BacktestPoints, emptyPoints, POINT_COLUMNS } from './points.js';
export { reliabilityOf } from './reliability.js';
export { type ForecastColumn, scorePaired, scorePoints } from './score-points.js';
export { slicePoints } from './slice-points.js';
export { worstDays } from './worst-days.js';
