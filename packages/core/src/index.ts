export { type Account, maxKeysOfAccount, normaliseEmail, planOfAccount } from './accounts/account.js';
export {
  ACCURACY_WINDOW_DAYS,
  type Accuracy,
  type AccuracyDeps,
  type AccuracyQuery,
  accuracyOf,
  accuracyOfDay,
  type BaselineComparison,
} from './accuracy/accuracy-of.js';
export { BASELINES, type BaselineName, naiveMw } from './accuracy/baselines.js';
export {
  addHour,
  addSums,
  type ErrorSums,
  noErrors,
  type ScoredForecast,
  type Scores,
  scoresOf,
  sumErrors,
} from './accuracy/error-sums.js';
export {
  biasMw,
  coveragePct,
  maeMw,
  mapePct,
  meanWidthMw,
  pinballLossMw,
  pinballMw,
  quantilePinballMw,
  rmseMw,
} from './accuracy/metrics.js';
export { debiasedOperatorMw } from './accuracy/operator-baseline.js';
export { screenedActuals } from './accuracy/screened-actuals.js';
export { AREAS, type Area, type AreaId, type SurfaceId } from './areas/area.js';
export type { AreaPoint, AreaRow, ListedCode, SimulatedShape, SimulatedSum } from './areas/area-row.js';
export { allowedCodes, areaById, type CodedArea, type CodeSet, codedAreas, findArea } from './areas/find-area.js';
export { screenPolicy } from './areas/screen-policy.js';
export { type OperatorArrival, withKnownLag, withOperatorArrival } from './backtest/assumed-known-times.js';
export {
  type AreaBacktest,
  type BacktestGap,
  type BacktestSubject,
  backtestArea,
  type RunBacktest,
} from './backtest/backtest-area.js';
export { type DifferenceInterval, differenceInterval } from './backtest/bootstrap.js';
export { type BacktestPlan, type GateDay, gateDays, operatingDays } from './backtest/gate-days.js';
export { type BacktestPoints, emptyPoints, POINT_COLUMNS, type PointColumn } from './backtest/points.js';
export { type PitBin, type Reliability, reliabilityOf } from './backtest/reliability.js';
export { type ForecastColumn, type PairedScores, scorePaired, scorePoints } from './backtest/score-points.js';
export { BACKTEST_INPUTS, type BacktestInput, selectInputs } from './backtest/select-inputs.js';
export { type SliceBy, slicePoints } from './backtest/slice-points.js';
export { type DayScores, scoreDays, worstDays } from './backtest/worst-days.js';
export { CALENDARS } from './calendar/calendars.js';
export {
  createHolidayCalendar,
  type DayNumber,
  dayNumber,
  type HolidayCalendar,
  weekdayOf,
} from './calendar/holiday-calendar.js';
export type { Holiday, HolidayRule } from './calendar/holiday-rule.js';
export type { LocalCalendar } from './calendar/local-calendar.js';
export {
  type ErrorCode,
  type ErrorDetails,
  type NoDataReason,
  type RateLimitedDetails,
  ServiceError,
} from './errors/service-error.js';
export { calendarLagRegression } from './forecast/baselines/calendar-lag-regression.js';
export { sameHourLastWeek } from './forecast/baselines/same-hour-last-week.js';
export { engine } from './forecast/engine.js';
export {
  type AreaForecaster,
  type Contributions,
  type ForecastData,
  type Forecaster,
  type ForecastInput,
  type IssuedForecast,
  type IssueOptions,
  QUANTILE_LEVELS,
} from './forecast/forecaster.js';
export { disaggregate, disaggregateForecast, type ForecastLines } from './forecast/output/disaggregate.js';
export {
  FORECASTERS,
  type ForecasterRegistry,
  forecasterRegistry,
  MODEL_SERIES,
  seriesReadBy,
} from './forecast/registry.js';
export {
  gateLeadDays,
  HORIZON_IDS,
  type Horizon,
  horizonHours,
  MARKET_RUNS,
  type MarketRun,
  type Resolution,
} from './horizons/horizon.js';
export { HORIZONS, RESOLUTIONS } from './horizons/horizons.data.js';
export { type BackfillOptions, type BackfillStep, backfill } from './ingest/backfill.js';
export { clockLagHours } from './ingest/clock-lag.js';
export {
  type IngestReport,
  type IngestTimes,
  ingestActuals,
  type ScreeningReport,
  type SeriesReport,
} from './ingest/ingest-actuals.js';
export {
  type Arrival,
  HISTORY_KNOWN,
  type IncomingSeries,
  isFuture,
  type Observations,
} from './ingest/observations.js';
export { type ArrivalTimes, type IncomingValues, type Reconciled, reconcile } from './ingest/reconcile.js';
export { isAmong, wantedSeries } from './ingest/wanted-series.js';
export type { ApiKey } from './keys/api-key.js';
export { crc32 } from './keys/crc32.js';
export { isWellFormedKey, KEY_PATTERN, KEY_PREFIX, newApiKey, randomBase62 } from './keys/key-format.js';
export { type KeyState, keyEndsAt, keyStateOf } from './keys/key-state.js';
export { choleskyInPlace, choleskySolve, choleskySolveMany } from './linear-algebra/cholesky.js';
export { addCross, addGram } from './linear-algebra/gram.js';
export {
  type EntitlementClass,
  earliestHistory,
  entitlementClass,
  type PlanAsk,
  requireEntitlement,
} from './plans/entitlement.js';
export { agreedPlan, findPlan, plansOf } from './plans/find-plan.js';
export type { Plan, PlanOverrides } from './plans/plan.js';
export { PLANS } from './plans/plans.data.js';
export type { ActualsStore, Measure, ObservationBatch, SeriesKey } from './ports/actuals-store.js';
export type {
  AccountStore,
  ControlChanges,
  ControlStore,
  KeyStore,
  Session,
  SessionStore,
} from './ports/control-store.js';
export type { LoadSource } from './ports/load-source.js';
export type { QuotaCounters } from './ports/quota-counters.js';
export type { VintageStore } from './ports/vintage-store.js';
export type { WeatherBlock, WeatherReport, WeatherSource } from './ports/weather-source.js';
export type { WeatherBlockName, WeatherChange, WeatherStore } from './ports/weather-store.js';
export { CounterTable, type DayCount, type HourCount, type SubjectCounts, subjectOf } from './quota/counter-table.js';
export { firstAdmission, isFull, MAX_ADMISSION_STEPS, type WindowCounts } from './quota/first-admission.js';
export {
  type QuotaCall,
  type QuotaLimits,
  type QuotaReading,
  type QuotaUsage,
  quotaLimits,
} from './quota/quota-call.js';
export {
  type QuotaDecision,
  type QuotaPolicy,
  type QuotaPolicyName,
  type QuotaSnapshot,
  quotaCall,
  quotaDecision,
  quotaSnapshot,
  rateLimited,
} from './quota/quota-decision.js';
export { type CachedActualsStore, cachedActualsStore } from './reads/cached-actuals-store.js';
export { type CachedVintageStore, cachedVintageStore, type VintageCacheOptions } from './reads/cached-vintage-store.js';
export {
  type ForecastDeps,
  type ForecastQuery,
  type ForecastRows,
  type ForecastView,
  forecastRows,
  readForecast,
} from './reads/read-forecast.js';
export { type HistoryQuery, type HistoryView, readHistory } from './reads/read-history.js';
export { type LatestDeps, type LatestView, readLatest } from './reads/read-latest.js';
export { type Missing, noData } from './reads/report-missing.js';
export { isRangeAllowed, LONGEST_RANGE_DAYS } from './reads/report-range.js';
export { emptyReport, type ReportDeps, type ReportRun, readReportSeries } from './reads/report-series.js';
export type { RunForecast } from './reads/runs-forecast.js';
export { type RunQuery, readMarketRun } from './reads/runs-market.js';
export { countFlags, FLAG, SCREEN_FLAGS, type ScreenFlag } from './screening/flags.js';
export type { ScreenPolicy } from './screening/policy.js';
export { screen } from './screening/screen.js';
export { assertBatch } from './series/assert-batch.js';
export { type KnownRule, knownAt } from './series/known-rule.js';
export {
  foldBlocks,
  foldOnto,
  type KnownSeries,
  type KnownValue,
  newestHour,
  type ObservationBlock,
  readAsOf,
} from './series/known-series.js';
export type { KnownWeather, WeatherPoint, WeatherVariable } from './series/known-weather.js';
export { emptyHourly, type LoadSeries, seriesWindow, sliceSeries, valueAt } from './series/series.js';
export { ceilToHour, DAY_MS, type EpochMs, floorToHour, HOUR_MS, MINUTE_MS } from './time/instant.js';
export {
  addDays,
  instantOnDay,
  localDay,
  type OperatingHour,
  operatingDayWindow,
  operatingHour,
  REPEATED_HOUR_ENDING,
} from './time/operating-day.js';
export { contains, type Window } from './time/window.js';
export { instantOfLocal, type LocalDateTime, localDateTime, offsetMs } from './time/zone.js';
export { assertVintage } from './vintages/assert-vintage.js';
export {
  GATE_TIME_OF_DAY_MS,
  gateInstant,
} from './vintages/market-run.js';
export { type ModelId, VINTAGE_HOURS, type Vintage, type VintageHeader } from './vintages/vintage.js';
export { assertWeatherBlock } from './weather/assert-weather-block.js';
export { blockNameOf, knownText } from './weather/block-name.js';
export { foldWeather } from './weather/fold-weather.js';
