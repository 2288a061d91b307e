export { UpstreamError } from '../http/upstream-error.js';
export { nwsForecast } from './nws.js';
export {
  OPEN_METEO_ATTRIBUTION,
  openMeteoForecast,
  openMeteoPreviousRuns,
} from './open-meteo.js';
