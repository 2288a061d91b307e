export { choleskyInPlace, choleskySolveMany } from '../linear-algebra/cholesky.js';
export { addGram } from '../linear-algebra/gram.js';
export { matrixOf, triangleLength } from '../linear-algebra/triangle.js';
export { autoregression } from './baselines/autoregression.js';
export { calendarLagRegression } from './baselines/calendar-lag-regression.js';
export { sameHourLastWeek } from './baselines/same-hour-last-week.js';
export type { AreaState, FittedStates, ModelsState, StateShelf } from './fitted-states.js';
export {
  type AreaForecaster,
  type ForecastInput,
  type IssueOptions,
  QUANTILE_LEVELS,
} from './forecaster.js';
export { disaggregate, disaggregateForecast, type ForecastLines } from './output/disaggregate.js';
export { quantileLine } from './output/quantile-lines.js';
export { type ForecasterRegistry, forecasterRegistry, MODEL_SERIES, seriesReadBy } from './registry.js';
export { weatherZoneOf } from './weather/weather-zones.js';
