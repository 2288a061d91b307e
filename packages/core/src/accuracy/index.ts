export {
  ACCURACY_WINDOW_DAYS,
  type Accuracy,
  type AccuracyDeps,
  accuracyOf,
  accuracyOfDay,
  type BaselineComparison,
} from './accuracy-of.js';
export { BASELINES } from './baselines.js';
export type { Scores } from './error-sums.js';
export { screenServedLoad } from './served-load.js';
