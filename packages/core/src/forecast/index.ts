export { quantileLine } from '../vintages/quantile-lines.js';
export { calendarLagRegression } from './baselines/calendar-lag-regression.js';
export { sameHourLastWeek } from './baselines/same-hour-last-week.js';
export type { AreaState, FittedStates, ModelsState, StateShelf, WantedStates } from './fitted-states.js';
export type { AreaForecaster } from './forecaster.js';
export { forecasterRegistry, seriesReadBy } from './registry.js';
export { weatherZoneOf } from './weather/weather-hours.js';
