export { BALANCE_42, INTERCHANGE } from './bulk-headers.data.js';
export { bulkRow, bulkText } from './bulk-text.js';
export { eiaPeriod, type FakeEia, type FakeRow, startFakeEia } from './fake-eia.js';
export {
  startFakeNws,
  startFakeOpenMeteo,
} from './fake-weather.js';
export { upstreamFaults } from './faults.js';
export type { ScriptedServer } from './scripted-server.js';
export { simulatedWeather } from './simulated-weather-source.js';
