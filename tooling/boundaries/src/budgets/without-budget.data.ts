import type { Exception } from '../exceptions.js';

/** Collections that are kept across requests and that no caller can make grow without a bound: file, name and why. */
export const WITHOUT_BUDGET: readonly Exception[] = [
  { what: 'apps/gateway/src/http/status/gates-met.ts #kept', reason: 'One entry for each area.' },
  {
    what: 'apps/gateway/src/http/status/status-atom.ts #since',
    reason: 'One entry for each area and part of the service.',
  },
  { what: 'apps/gateway/src/http/workload/held-bytes.ts #bytes', reason: 'Its sum is the budget heavy_bytes.' },
  {
    what: 'apps/gateway/src/http/workload/held-bytes.ts #readers',
    reason: 'One entry for each large answer that waits, is made or is not taken.',
  },
  {
    what: 'apps/gateway/src/http/workload/workload.ts #joinable',
    reason: 'The entries of the queue, by key: the budget heavy_waiting.',
  },
  { what: 'apps/gateway/src/http/workload/workload.ts #running', reason: 'At most `atOnce` of the limits.' },
  {
    what: 'packages/accounts/src/access/keys/last-uses.ts uses',
    reason: 'Keys in memory that were used in the last 30 seconds: the budget known_keys.',
  },
  {
    what: 'packages/accounts/src/access/passwords/hash-threads.ts idle',
    reason: 'As many threads as hashes at once, which are few.',
  },
  {
    what: 'packages/formats/src/node/answer/request-scope.ts watched',
    reason: 'One entry for each request under way: the budget connections.',
  },
  { what: 'packages/formats/src/node/encoding/shared-compression.ts parts', reason: 'The parts of one body.' },
  { what: 'packages/observe/src/fair-queue.ts #lines', reason: 'Whoever pushes bounds the length.' },
  { what: 'packages/observe/src/lifecycle.ts open', reason: 'Resources that are opened at the start.' },
  { what: 'packages/observe/src/metrics/metrics.ts values', reason: 'Labels are words of the code.' },
  { what: 'packages/observe/src/metrics/request-metrics.ts #surfaces', reason: 'One entry for each mount.' },
  { what: 'packages/service/src/bulk/bulk-pass.ts series', reason: 'One entry for each series of a pass.' },
  {
    what: 'packages/service/src/events/derive-events.ts #seen',
    reason: 'Names of the events of a day, which no caller causes.',
  },
  {
    what: 'packages/service/src/events/derive-events.ts #withoutOdds',
    reason: 'Runs of a day, which no caller causes.',
  },
  {
    what: 'packages/service/src/events/event-feed.ts #held',
    reason: 'Cut to its newest thousand events at each reading.',
  },
  {
    what: 'packages/service/src/events/event-feed.ts #streams',
    reason: 'Four for each key, each with a connection: the budgets event_streams_of_key and connections.',
  },
  {
    what: 'packages/service/src/events/webhooks/host-lookups.ts #waiting',
    reason: 'At most one for each webhook call or test, whose number is limited by account.',
  },
  { what: 'packages/service/src/forecast-count.ts tried', reason: 'One entry for each area.' },
  { what: 'packages/service/src/forecasting/forecast-runner.ts bound', reason: 'One entry for each area.' },
  { what: 'packages/service/src/forecasting/stored-forecast-data.ts held', reason: 'One entry for each series.' },
  { what: 'packages/service/src/forecasting/worker-runner.ts waiting', reason: 'One entry for each area.' },
  { what: 'packages/service/src/monitors/survey.ts findings', reason: 'The findings of one survey.' },
  { what: 'packages/service/src/schedule/issuer.ts underWay', reason: 'One entry for each area.' },
  { what: 'packages/service/src/schedule/issuer.ts withoutForecast', reason: 'One entry for each area.' },
  { what: 'packages/service/src/schedule/retry-times.ts failures', reason: 'One entry for each area.' },
  { what: 'packages/service/src/stores/newest-vintages.ts behind', reason: 'One entry for each area.' },
  { what: 'packages/service/src/stores/newest-vintages.ts held', reason: 'One entry for each area.' },
  { what: 'packages/service/src/stores/newest-vintages.ts reading', reason: 'One entry for each area.' },
  { what: 'packages/service/src/stores/stale-if-unavailable.ts answeredAt', reason: 'One entry for each series.' },
  { what: 'packages/service/src/weather/follow-weather.ts blocks', reason: 'One entry for each area.' },
  { what: 'packages/service/src/weather/weather-archive.ts series', reason: 'One entry for each area.' },
];
