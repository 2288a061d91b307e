export { describeControlStore, testAccount, testKey } from './account-control-store.js';
export { buildBatch, buildBlock, buildVintage, buildWeatherBlock, hourly } from './builders.js';
export { describeActualsStore } from './describe-actuals-store.js';
export { describeVintageStore } from './describe-vintage-store.js';
export { describeWeatherStore } from './describe-weather-store.js';
export { describeQuotaCounters, QUOTA_TEST_DAY, quotaTestCall } from './quota-counters.js';
export { QuotaModel } from './quota-model.js';
export { fillReportWorld, type ReportWorld, type ReportWorldOptions, reportWorld } from './report-world.js';
export { SyntheticData, type SyntheticDataOptions, syntheticSeries } from './synthetic-data.js';
