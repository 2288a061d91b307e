import type { DayNumber } from '../../calendar/holiday-calendar.js';
import type { Forecaster } from '../forecaster.js';
import type { ResidualBlock } from '../inputs/residual-block.js';
import { type ResidualFeatures, writeConstant } from '../regression/design/residual-features.js';
import { PLAIN_REGRESSION } from './baselines.data.js';
import { plainRegression } from './plain-regression.js';

/** Mean residuals of yesterday, of the day a week ago, and of the last week. */
const OWN_GROUPS: readonly ResidualFeatures[] = [
  { name: 'mean of the day before', count: 1, penalty: PLAIN_REGRESSION.meanPenalty, write: meanOfDay(1) },
  { name: 'mean of the day a week before', count: 1, penalty: PLAIN_REGRESSION.meanPenalty, write: meanOfDay(7) },
  { name: 'mean of the week before', count: 1, penalty: PLAIN_REGRESSION.meanPenalty, write: writeWeekMean },
  { name: 'constant', count: 1, penalty: PLAIN_REGRESSION.meanPenalty, write: writeConstant },
];

/**
 * The plain regression: load on calendar, trend and a few lagged daily means, refitted every month. It reads no hour of
 * the issue day. The engine is compared with it.
 *
 * @see Hong 2010, "Short Term Electric Load Forecasting" (the vanilla benchmark, here without temperature)
 */
export const calendarLagRegression: Forecaster = /* @__PURE__ */ plainRegression({
  model: { name: 'calendar-lag-regression', version: '1.0.0' },
  hoursRead: () => 0,
  features: () => OWN_GROUPS,
  ridge: PLAIN_REGRESSION.ridge,
});

function meanOfDay(back: number): ResidualFeatures['write'] {
  return (residuals, day, out, at) => {
    out[at] = residuals.mean(day - back, 0, 24);
  };
}

function writeWeekMean(residuals: ResidualBlock, day: DayNumber, out: Float64Array, at: number): void {
  out[at] = [1, 2, 3, 4, 5, 6, 7].reduce((sum, back) => sum + residuals.mean(day - back, 0, 24) / 7, 0);
}
