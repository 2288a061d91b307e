import type { Exception } from '../exceptions.js';

/** Collections that are kept across requests and that no caller can make grow without a bound: file, name and why. */
export const WITHOUT_BUDGET: readonly Exception[] = [
  { what: 'apps/gateway/src/http/status/gates-met.ts kept', reason: 'One entry for each area.' },
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
  { what: 'packages/formats/src/meter/meter-clock.ts starts', reason: 'The rows of one file.' },
  { what: 'packages/formats/src/node/encoding/shared-compression.ts parts', reason: 'The parts of one body.' },
  { what: 'packages/observe/src/lifecycle.ts open', reason: 'Resources that are opened at the start.' },
  { what: 'packages/observe/src/metrics/metrics.ts values', reason: 'Labels are words of the code.' },
  { what: 'packages/observe/src/metrics/request-metrics.ts #surfaces', reason: 'One entry for each mount.' },
  { what: 'packages/observe/src/turns.ts waiting', reason: 'One entry for each area.' },
  {
    what: 'packages/service/src/asked-threads/asked-thread.ts #waiting',
    reason: 'One entry for each upstream, area or password that is asked.',
  },
  { what: 'packages/service/src/bulk/bulk-pass.ts series', reason: 'One entry for each series of a pass.' },
  { what: 'packages/service/src/events/derive-events.ts #reported', reason: 'One entry for each area.' },
  {
    what: 'packages/service/src/events/derive-events.ts #withoutOdds',
    reason: 'Runs of a day, which no caller causes.',
  },
  {
    what: 'packages/service/src/events/event-feed.ts #streams',
    reason: 'Four for each key, each with a connection: the budgets event_streams_of_key and connections.',
  },
  { what: 'packages/service/src/feeds/past-issues.ts searches', reason: 'One entry for each feed.' },
  { what: 'packages/service/src/forecast-count.ts tried', reason: 'One entry for each area.' },
  { what: 'packages/service/src/forecasting/forecast-runner.ts bound', reason: 'One entry for each area.' },
  { what: 'packages/service/src/forecasting/forecast-runner.ts later', reason: 'One entry for each area.' },
  { what: 'packages/service/src/forecasting/stored-forecast-data.ts held', reason: 'One entry for each series.' },
  { what: 'packages/service/src/jobs/make-by-queue.ts awaited', reason: 'One entry for each area.' },
  { what: 'packages/service/src/monitors/survey.ts findings', reason: 'The findings of one survey.' },
  {
    what: 'packages/service/src/recorded/recorded-days.ts movedMs',
    reason: 'One entry for each day of the polls, of which only the schedule decides.',
  },
  { what: 'packages/service/src/schedule/issuer.ts underWay', reason: 'One entry for each area.' },
  { what: 'packages/service/src/schedule/issuer.ts withoutForecast', reason: 'One entry for each area.' },
  { what: 'packages/service/src/schedule/retry-times.ts failures', reason: 'One entry for each area.' },
  { what: 'packages/service/src/stores/newest-vintages.ts behind', reason: 'One entry for each area.' },
  { what: 'packages/service/src/stores/newest-vintages.ts reading', reason: 'One entry for each area.' },
  { what: 'packages/service/src/stores/stale-if-unavailable.ts answers', reason: 'One entry for each series.' },
  { what: 'packages/service/src/weather/follow-weather.ts held', reason: 'One entry for each area.' },
  { what: 'packages/service/src/weather/weather-archive.ts series', reason: 'One entry for each area.' },
  { what: 'packages/service/src/wiring/areas.ts made', reason: 'One entry for each account with areas of its own.' },
  { what: 'packages/core/src/calendar/holiday-calendar.ts years', reason: 'Years of the dates of stored hours.' },
  { what: 'packages/core/src/ingest/reconcile.ts blocks', reason: 'The blocks of one batch.' },
  { what: 'packages/core/src/insight/bulk/month-versions.ts versions', reason: 'The versions of one pass.' },
  { what: 'packages/core/src/memory/memory-actuals-store.ts written', reason: 'A store in memory is the data.' },
  { what: 'packages/core/src/memory/memory-vintage-store.ts byArea', reason: 'A store in memory is the data.' },
  { what: 'packages/core/src/memory/memory-vintage-store.ts chains', reason: 'A store in memory is the data.' },
  { what: 'packages/core/src/peaks/peak-odds.ts ofRun', reason: 'Days of one run.' },
  { what: 'packages/core/src/quota/quota-decision.ts policies', reason: 'Three limits of one plan.' },
  {
    what: 'packages/core/src/quota/use-counts.ts #lines',
    reason: 'As many as names: the budgets attempts and addresses.',
  },
  {
    what: 'packages/core/src/quota/use-counts.ts #nodes',
    reason: 'As many as names: the budgets attempts and addresses.',
  },
  { what: 'packages/core/src/reads/cached/cached-actuals-store.ts cache', reason: 'One entry for each series.' },
  { what: 'packages/core/src/reads/cached/cached-vintage-store.ts newestByArea', reason: 'One entry for each area.' },
  { what: 'packages/core/src/time/zone.ts formatters', reason: 'Zones of areas; a caller names none.' },
  { what: 'packages/core/src/time/zone.ts tables', reason: 'Zones of areas; a caller names none.' },
  { what: 'packages/formats/src/node/answer/request-scope.ts #whenClosed', reason: 'Callbacks of one request.' },
  { what: 'packages/formats/src/oasis/zip.ts parts', reason: 'The parts of one archive.' },
  { what: 'packages/formats/src/report/report-layout.ts #escaped', reason: 'Texts of one report.' },
  { what: 'packages/formats/src/report/report-layout.ts #instants', reason: 'Hours of one report.' },
  { what: 'packages/formats/src/report/rows/report-blocks.ts blocks', reason: 'Blocks of one report.' },
  { what: 'packages/service/src/bulk/bulk-folder.ts #entries', reason: 'One entry for each monthly file.' },
  { what: 'packages/storage/src/fitted-states/shared-states.ts fetched', reason: 'Fits of one issue, three at most.' },
  { what: 'packages/storage/src/postgres/fence.ts tokens', reason: 'One entry for each task that is led.' },
  {
    what: 'packages/storage/src/postgres/vintage-news.ts listeners',
    reason: 'Listeners of the program, at its start.',
  },
  { what: 'packages/storage/src/processes.ts led', reason: 'One entry for each task that is led.' },
  { what: 'packages/storage/src/processes.ts listeners', reason: 'Listeners of the program, at its start.' },
  { what: 'packages/storage/src/redis/local-budget.ts added', reason: 'Regions of one account.' },
  { what: 'packages/storage/src/redis/local-budgets.ts #merging', reason: 'Accounts that asked while Redis was away.' },
  { what: 'packages/storage/src/redis/quota-redis.ts #restoring', reason: 'Accounts that ask, each once.' },
  { what: 'packages/storage/src/redis/quota-redis.ts #timers', reason: 'Two timers, set at the start.' },
  {
    what: 'packages/storage/src/redis/quota-redis.ts #waiting',
    reason: 'One entry for each request under way: the budget connections.',
  },
  {
    what: 'packages/core/src/budgets/budget-use.ts holders',
    reason: 'One entry for each holder of a budget that exists, and as many that were collected.',
  },
  { what: 'packages/core/src/reads/cached/cached-vintage-store.ts byArea', reason: 'One entry for each area.' },
  {
    what: 'apps/gateway/src/cli/commands/backtest/backtest.ts shares',
    reason: 'One entry for each area of a command, which ends.',
  },
  {
    what: 'apps/gateway/src/cli/commands/export.ts entries',
    reason: 'One entry for each file of a command, which ends.',
  },
  {
    what: 'apps/gateway/src/cli/commands/start-screen.ts notices',
    reason: 'Lines printed before the screen closes, which the start does.',
  },
  {
    what: 'packages/backtest/src/replay-areas.ts results',
    reason: 'One entry for each area of a backtest, whose command ends.',
  },
  { what: 'packages/backtest/src/replay-areas.ts threads', reason: 'As many threads as a backtest was told to use.' },
  { what: 'packages/core/src/backtest/peak-cases.ts byDay', reason: 'Days of one backtest.' },
  {
    what: 'packages/core/src/forecast/climatology/calendar-features.ts byZone',
    reason: 'One entry for each area, zone, point or member, of which rows of the code decide.',
  },
  {
    what: 'packages/core/src/forecast/climatology/climatology.ts coefficients',
    reason: 'One entry for each day that the engine fitted or read, of which only the clock adds more.',
  },
  {
    what: 'packages/core/src/forecast/combination/area-models.ts members',
    reason: 'One entry for each area, zone, point or member, of which rows of the code decide.',
  },
  {
    what: 'packages/core/src/forecast/combination/trailing/trailing-error.ts issued',
    reason: 'One entry for each day that the engine fitted or read, of which only the clock adds more.',
  },
  {
    what: 'packages/core/src/forecast/fitted-models.ts byHours',
    reason: 'At most as many as its limit: the oldest gives way.',
  },
  {
    what: 'packages/core/src/forecast/inputs/as-of-hours.ts firstChanged',
    reason: 'One entry for each change of the data, of which only the schedule decides.',
  },
  {
    what: 'packages/core/src/forecast/inputs/day-table.ts firstChanged',
    reason: 'One entry for each change of the data, of which only the schedule decides.',
  },
  {
    what: 'packages/core/src/forecast/inputs/faults/compared-days.ts days',
    reason: 'One entry for each day that the engine fitted or read, of which only the clock adds more.',
  },
  {
    what: 'packages/core/src/forecast/inputs/inputs.ts readings',
    reason: 'One entry for each area, zone, point or member, of which rows of the code decide.',
  },
  {
    what: 'packages/core/src/forecast/inputs/multi-day-inputs.ts past',
    reason: 'One entry for each day that the engine fitted or read, of which only the clock adds more.',
  },
  {
    what: 'packages/core/src/forecast/inputs/newest/newest-load.ts last',
    reason: 'One entry for each area, zone, point or member, of which rows of the code decide.',
  },
  {
    what: 'packages/core/src/forecast/regression/design/weather-baselines.ts baselines',
    reason: 'One entry for each area, zone, point or member, of which rows of the code decide.',
  },
  {
    what: 'packages/core/src/forecast/regression/global-model.ts fits',
    reason: 'At most as many as its limit: the oldest gives way.',
  },
  {
    what: 'packages/core/src/forecast/regression/lagged-regression.ts pending',
    reason: 'One entry for each day that the engine fitted or read, of which only the clock adds more.',
  },
  {
    what: 'packages/core/src/forecast/regression/member.ts past',
    reason: 'One entry for each day that the engine fitted or read, of which only the clock adds more.',
  },
  {
    what: 'packages/core/src/forecast/regression/member.ts byMember',
    reason: 'One entry for each area, zone, point or member, of which rows of the code decide.',
  },
  {
    what: 'packages/core/src/forecast/regression/member.ts changes',
    reason: 'One entry for each area, zone, point or member, of which rows of the code decide.',
  },
  { what: 'packages/core/src/forecast/regression/lagged-regression.ts blocks', reason: 'One entry for each month.' },
  {
    what: 'packages/core/src/forecast/weather/weather-hours.ts days',
    reason: 'One entry for each day that the engine fitted or read, of which only the clock adds more.',
  },
  {
    what: 'packages/core/src/forecast/weather/weather-inputs.ts asOfDays',
    reason: 'One entry for each day that the engine fitted or read, of which only the clock adds more.',
  },
  {
    what: 'packages/core/src/forecast/weather/weather-inputs.ts changes',
    reason: 'One entry for each change of the data, of which only the schedule decides.',
  },
  {
    what: 'packages/core/src/forecast/weather/weather-inputs.ts faults',
    reason: 'One entry for each day that the engine fitted or read, of which only the clock adds more.',
  },
  {
    what: 'packages/core/src/forecast/weather/weather-response.ts coefficients',
    reason: 'One entry for each day that the engine fitted or read, of which only the clock adds more.',
  },
];
