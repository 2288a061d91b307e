import type { Forecaster } from '../forecaster.js';
import { newestHourFeatures } from '../regression/design/residual-features.js';
import { AUTOREGRESSION } from './baselines.data.js';
import { plainRegression } from './plain-regression.js';

/**
 * The plain autoregression: log load minus climatology on its 24 newest hours, one fit for each number of known hours and each
 * hour ahead, refitted every month. What the engine is compared with for the next hours.
 */
export const autoregression: Forecaster = /* @__PURE__ */ plainRegression({
  model: { name: 'autoregression', version: '1.0.0' },
  hoursRead: (knownHours) => knownHours,
  features: (knownHours) => newestHourFeatures(knownHours),
  ridge: AUTOREGRESSION.ridge,
});
