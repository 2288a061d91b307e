export {
  describeStoredScores,
  type OpenScoredStores,
  type ScoredHistories,
} from '../insight/testing/describe-stored-scores.js';
export { describeControlStore } from './account-control-store.js';
export { buildBatch, buildBlock, buildVintage, buildWeatherBlock, hourly } from './builders.js';
export { describeActualsStore } from './describe-actuals-store.js';
export { describeAttemptCounters } from './describe-attempt-counters.js';
export { describeEventStore, testEvent } from './describe-event-store.js';
export { testSession } from './describe-session-store.js';
export { describeVintageStore } from './describe-vintage-store.js';
export { describeWeatherStore } from './describe-weather-store.js';
export { memoryControlStore } from './memory/memory-control-store.js';
export { memoryWeatherStore } from './memory/memory-weather-store.js';
export { describeQuotaCounters, QUOTA_TEST_DAY, quotaTestCall } from './quota-counters.js';
export { QuotaModel } from './quota-model.js';
export { fillReportWorld, type ReportWorld, type ReportWorldOptions, reportWorld } from './report-world.js';
export { SyntheticData, type SyntheticDataOptions, syntheticSeries } from './synthetic-data.js';
export { testAccount, testKey } from './test-accounts.js';
