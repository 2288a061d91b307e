export { UpstreamError, type UpstreamFault } from '../http/upstream-error.js';
export { type NwsOptions, type NwsSource, nwsForecast } from './nws.js';
export {
  OPEN_METEO_ATTRIBUTION,
  type OpenMeteoOptions,
  type OpenMeteoSource,
  openMeteoArchive,
  openMeteoForecast,
  openMeteoPreviousRuns,
} from './open-meteo.js';
