export {
  ACCURACY_WINDOW_DAYS,
  type Accuracy,
  type AccuracyDeps,
  type AccuracyQuery,
  accuracyOf,
  accuracyOfDay,
  type BaselineComparison,
} from './accuracy-of.js';
export { BASELINES, type BaselineName, naiveMw } from './baselines.js';
export {
  addHour,
  addSums,
  type ErrorSums,
  noErrors,
  type ScoredForecast,
  type Scores,
  scoresOf,
  sumErrors,
} from './error-sums.js';
export {
  biasMw,
  coveragePct,
  maeMw,
  mapePct,
  meanWidthMw,
  pinballLossMw,
  pinballMw,
  quantilePinballMw,
  rmseMw,
} from './metrics.js';
export { debiasedOperatorMw } from './operator-baseline.js';
export { screenedActuals } from './screened-actuals.js';
