export { openHttpAgent } from '@loadcast/sources/http';
export type { Backups } from './backups/backups.js';
export { openBackups } from './backups/open-backups.js';
export { type BulkEntry, BulkFolderWriter, type BulkLayout, damagedBulkFiles } from './bulk/bulk-folder.js';
export { writeBulkFiles } from './bulk/bulk-pass.js';
export { encodeBulk } from './bulk/encode-bulk.js';
export { type OpenBulk, openBulk } from './bulk/open-bulk.js';
export { eiaParquetLines, isParquet } from './bulk/parquet/eia-parquet.js';
export { readRegions, readTypes, regionsParameter, typesParameter } from './events/event-filter.js';
export { type OpenEvents, openEvents } from './events/open-events.js';
export { EVENT_TYPES } from './events/service-event.js';
export type { CallWebhook } from './events/webhooks/call.js';
export { createWebhookAdmin, type WebhookAdmin, type WebhookJson } from './events/webhooks/webhook-admin.js';
export { openFeedArchive } from './feeds/feed-archive.js';
export { FEED_STATES_MS, feedStates } from './feeds/feed-states.js';
export { feedFolder, openFeeds } from './feeds/open-feeds.js';
export { ForecastCount } from './forecast-count.js';
export { configuredForecaster, forecasterOfStore } from './forecasting/configured-forecaster.js';
export { demoName } from './forecasting/demo-label.js';
export { type ForecastRunner, openForecastRunner } from './forecasting/forecast-runner.js';
export { yearOfForecastsMb } from './forecasting/forecast-size.js';
export { publish } from './forecasting/publish.js';
export { queueTrouble } from './jobs/follow-queue.js';
export { workUntil } from './jobs/open-worker.js';
export { type Finding, type MonitorName, REMEDIES } from './monitors/finding.js';
export { monitorGauges } from './monitors/gauges.js';
export type { Monitor } from './monitors/monitor.js';
export { monitorOf } from './monitors/monitor-of.js';
export { goodPolls, type Surveyed, survey } from './monitors/survey.js';
export { newId } from './new-id.js';
export { oldLoadNotice } from './old-load.js';
export { openRuntime, type Runtime, type RuntimeOptions } from './runtime.js';
export { isLoadPoll, ledgerName } from './schedule/poll-notes.js';
export { startScoresFill } from './scores-fill.js';
export { createSeal, isSealed, openSealed, type Seal } from './secrets/seal.js';
export { sealedWebhooks } from './secrets/sealed-webhooks.js';
export { type SecretsSettings, sealOf, secretsKeyOf } from './secrets/secrets-key.js';
export { openSubmissionLog } from './secrets/submission-log.js';
export { verifyReceipts } from './secrets/verify-receipts.js';
export { type ServiceParts, serviceOf } from './service-of.js';
export { replayedFrom } from './stores/replay-store.js';
export { untilAvailable, type WaitOptions } from './stores/until-available.js';
export { historyRefusal } from './weather/weather-history.js';
export { WEATHER_LATE_MS } from './weather/weather-late.js';
export { weatherReader } from './weather/weather-reader.js';
export {
  ACTUALS_OF,
  actualsOf,
  chooseSource,
  claimActuals,
  type FollowedSource,
  isDemoGrid,
  refuseOtherActuals,
} from './wiring/actuals-source.js';
export { openAreas } from './wiring/areas.js';
export { findRedisTrouble, type OpenCounters, openAttempts, openCounters, replayCounters } from './wiring/counters.js';
export { databaseUrlFault, redisUrlFault } from './wiring/database-url.js';
export { openLoadSource } from './wiring/load-source.js';
export { findReplicaTrouble } from './wiring/replica.js';
export {
  openEngine,
  openStore,
  type RestoreStoreOptions,
  restoreStore,
  type Store,
  type StoreOptions,
  type StoreSettings,
} from './wiring/store.js';
export { wantedOf } from './wiring/wanted-series.js';
