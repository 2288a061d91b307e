export { BALANCE_42, BALANCE_65, INTERCHANGE, SUBREGION } from './bulk-headers.data.js';
export { type BulkRow, bulkRow, bulkText, eiaTime } from './bulk-text.js';
export { eiaPeriod, type FakeEia, type FakeEiaOptions, type FakeRow, startFakeEia } from './fake-eia.js';
export {
  type FakeNwsLayer,
  type FakeNwsOptions,
  type FakeOpenMeteoOptions,
  startFakeNws,
  startFakeOpenMeteo,
  type WeatherAt,
} from './fake-weather.js';
export { upstreamFaults } from './faults.js';
export { startReplay } from './replay.js';
export { type Handler, type ScriptedServer, type SeenRequest, startScriptedServer } from './scripted-server.js';
export { simulatedWeather } from './simulated-weather-source.js';
