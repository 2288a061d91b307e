import type { Forecaster } from '../forecaster.js';
import { type ResidualFeatures, writeConstant } from '../regression/design/residual-features.js';
import { AUTOREGRESSION } from './baselines.data.js';
import { plainRegression } from './plain-regression.js';

/** Hours of residuals that are read, the newest first. */
const HOURS = 24;

/**
 * The plain autoregression: log load minus climatology on its 24 newest hours, one fit for each number of known hours and each
 * hour ahead, refitted every month. What the engine is compared with for the next hours.
 */
export const autoregression: Forecaster = /* @__PURE__ */ plainRegression({
  model: { name: 'autoregression', version: '1.0.0' },
  hoursRead: (knownHours) => knownHours,
  features: (knownHours) => [
    { name: 'newest hours', count: HOURS, penalty: 1, write: writeNewest(knownHours) },
    { name: 'constant', count: 1, penalty: 1, write: writeConstant },
  ],
  ridge: AUTOREGRESSION.ridge,
});

function writeNewest(knownHours: number): ResidualFeatures['write'] {
  return (residuals, day, out, at) => {
    for (let back = 1; back <= HOURS; back++) {
      const hour = knownHours - back;
      out[at + back - 1] = hour < 0 ? residuals.at(day - 1, hour + 24) : residuals.at(day, hour);
    }
  };
}
