export type { Account } from './accounts/account.js';
export { type Area, type AreaId, Areas, type CodedArea, type CodeSet, type SurfaceId } from './areas/area.js';
export type { AreaPoint, AreaRow, SimulatedShape, SimulatedSum } from './areas/area-row.js';
export { AREAS, areaById, CONTRACT_AREAS, codedAreas, findArea } from './areas/contract-areas.js';
export { CALENDARS } from './calendar/calendars.js';
export type { HolidayCalendar } from './calendar/holiday-calendar.js';
export {
  type ErrorCode,
  type ErrorDetails,
  ServiceError,
} from './errors/service-error.js';
export { engine } from './forecast/engine.js';
export { forecastSeries } from './forecast/forecast-series.js';
export type { ForecastData, Forecaster, IssuedForecast } from './forecast/forecaster.js';
export { FORECASTERS } from './forecast/registry.js';
export {
  gateLeadDays,
  HORIZON_IDS,
  type Horizon,
  MARKET_RUNS,
  type MarketRun,
} from './horizons/horizon.js';
export { HORIZONS, RESOLUTIONS, type RunWords } from './horizons/horizons.data.js';
export { backfill } from './ingest/backfill.js';
export { clockLagHours } from './ingest/clock-lag.js';
export { combineSources } from './ingest/combine-sources.js';
export { type IngestReport, ingestActuals, type SeriesReport } from './ingest/ingest-actuals.js';
export { HISTORY_KNOWN, isFuture } from './ingest/observations.js';
export { isAmong, wantedSeries } from './ingest/wanted-series.js';
export type { ApiKey } from './keys/api-key.js';
export { findPlan } from './plans/find-plan.js';
export type { Plan } from './plans/plan.js';
export { PLANS } from './plans/plans.data.js';
export type { ActualsStore, Measure, ObservationBatch, SeriesBlocks, SeriesKey } from './ports/actuals-store.js';
export type {
  ControlChanges,
  ControlStore,
  KeyStore,
  Session,
  SessionStore,
} from './ports/control-store.js';
export type { IncomingSeries, LoadSource, Observations } from './ports/load-source.js';
export type { QuotaCounters } from './ports/quota-counters.js';
export type { VintageStore } from './ports/vintage-store.js';
export type { WeatherBlock, WeatherReport, WeatherSource } from './ports/weather-source.js';
export type { WeatherChange, WeatherStore } from './ports/weather-store.js';
export { type CachedActualsStore, cachedActualsStore } from './reads/cached/cached-actuals-store.js';
export { cachedVintageStore } from './reads/cached/cached-vintage-store.js';
export {
  type ForecastWindow,
  type RunChoice,
  readForecastWindow,
} from './reads/forecast-window.js';
export { emptyForecastWindow } from './reads/missing/why-no-forecast.js';
export { type ForecastView, forecastRows, readForecast } from './reads/read-forecast.js';
export { type HistoryView, readHistory } from './reads/read-history.js';
export { type LatestDeps, type LatestView, readLatest } from './reads/read-latest.js';
export { isRangeAllowed, LONGEST_RANGE_DAYS } from './reads/report-range.js';
export { emptyReport, emptyScore, type ReportDeps, type ReportRun, readReportSeries } from './reads/report-series.js';
export type { RunForecast } from './reads/runs-forecast.js';
export { readMarketRun } from './reads/runs-market.js';
export type { KnownRule } from './series/known-rule.js';
export { foldBlocks, type KnownSeries, type ObservationBlock, readAsOf } from './series/known-series.js';
export type { WeatherVariable } from './series/known-weather.js';
export { foreignFormat, foreignSeparator } from './text/foreign-format.js';
export { readNumber } from './text/read-number.js';
export { splitCsv } from './text/split-csv.js';
export { DAY_MS, type EpochMs, floorToHour, HOUR_MS, MINUTE_MS } from './time/instant.js';
export { addDays, localDay } from './time/operating-day.js';
export type { Window } from './time/window.js';
export { closedGates } from './vintages/closed-gates.js';
export { GATE_TIME_OF_DAY_MS, gateInstant } from './vintages/market-run.js';
export { type ModelId, VINTAGE_HOURS, type Vintage, type VintageHeader } from './vintages/vintage.js';
