export { screenPolicy } from '../areas/screen-policy.js';
export { assertBatch } from '../ports/assert-batch.js';
export { readActualHours, readOperatorHours } from '../reads/beside/hours-beside.js';
export { countFlags, FLAG, SCREEN_FLAGS, type ScreenFlag } from '../screening/flags.js';
export type { ScreenPolicy } from '../screening/policy.js';
export { screen } from '../screening/screen.js';
export { assertVintage } from '../vintages/assert-vintage.js';
export type { ErrorDependence } from '../vintages/error-dependence.js';
export {
  type DriverName,
  type DriverParts,
  driversOfSteps,
  KEPT_PARTS,
  type RunDrivers,
  roundedDrivers,
  stepsOfDrivers,
} from '../vintages/run-drivers.js';
export { assertWeatherBlock } from '../weather/assert-weather-block.js';
export { blockNameOf, knownText } from '../weather/block-name.js';
export { foldWeather } from '../weather/fold-weather.js';
export { knownAt } from './known-rule.js';
export { foldOnto, type KnownValue, newestHour, versionKnownAt } from './known-series.js';
export type { KnownWeather, WeatherPoint } from './known-weather.js';
export { type Lateness, latenessOf, type PollTimes } from './lateness.js';
export { emptyHourly, seriesWindow, sliceSeries, valueAt } from './series.js';
