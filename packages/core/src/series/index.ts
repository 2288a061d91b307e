export { assertBatch } from '../ports/assert-batch.js';
export { readActualHours, readOperatorHours } from '../reads/beside/hours-beside.js';
export { SCREEN_FLAGS } from '../screening/flags.js';
export { assertVintage } from '../vintages/assert-vintage.js';
export {
  type DriverName,
  type DriverParts,
  driversOfSteps,
  KEPT_PARTS,
  roundedDrivers,
  stepsOfDrivers,
} from '../vintages/run-drivers.js';
export { assertWeatherBlock } from '../weather/assert-weather-block.js';
export { blockNameOf, knownText } from '../weather/block-name.js';
export { foldWeather } from '../weather/fold-weather.js';
export { knownAt } from './known-rule.js';
export { foldOnto, newestHour, versionKnownAt } from './known-series.js';
export type { KnownWeather, WeatherPoint } from './known-weather.js';
export { type Lateness, latenessOf, type PollTimes } from './lateness.js';
export { loadShortfall } from './load-shortfall.js';
export { valueAt } from './series.js';
