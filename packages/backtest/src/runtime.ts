import {
  type ActualsStore,
  type Area,
  type AreaId,
  addDays,
  type EpochMs,
  type ForecastData,
  HISTORY_KNOWN,
  HOUR_MS,
  isAmong,
  type KnownRule,
  type KnownSeries,
  localDay,
  MINUTE_MS,
  type SeriesKey,
} from '@loadcast/core';
import { type KnownWeather, knownAt } from '@loadcast/core/series';
import { instantOnDay } from '@loadcast/core/time';
import type { BacktestInput } from './inputs/select-inputs.js';

/** All that a backtest reads, in memory that worker threads share. */
export interface BacktestRuntime {
  readonly load: ReadonlyMap<string, KnownSeries>;
  /** The operators' forecasts with the arrival that the options assume. */
  readonly operator: ReadonlyMap<string, KnownSeries>;
  readonly weather: ReadonlyMap<AreaId, KnownWeather>;
  /** The operators' forecasts of several days, each issue known from its publication. */
  readonly multiDay: ReadonlyMap<string, KnownSeries>;
  /** The newest hours of the operators' own feeds, each known from when it was there. */
  readonly newest: ReadonlyMap<string, KnownSeries>;
}

export interface RuntimeOptions {
  readonly areas: readonly Area[];
  readonly inputs: readonly BacktestInput[];
  /** Undefined keeps the known times of the store. */
  readonly knownLagMs: number | undefined;
  /** What the model reads: `seriesReadBy`. Without the input neighbors only the areas' own load of it is loaded. */
  readonly read: readonly SeriesKey[];
}

/**
 * Reads the store once, for all threads.
 *
 * @param weather by area, read from a file
 * @param files series of files, which replace the store's
 */
export async function loadBacktest(
  actuals: Pick<ActualsStore, 'keys' | 'read'>,
  options: RuntimeOptions,
  weather: ReadonlyMap<AreaId, KnownWeather>,
  files: Partial<Pick<BacktestRuntime, 'multiDay' | 'newest'>> = {},
): Promise<BacktestRuntime> {
  const load = new Map<string, KnownSeries>();
  const operator = new Map<string, KnownSeries>();
  const multiDay = new Map<string, KnownSeries>();
  const newest = new Map<string, KnownSeries>();
  const isLoadWanted = loadWanted(options);
  const arrival = options.inputs.includes('operator') ? 'tomorrow' : 'today';
  for (const key of await actuals.keys()) {
    if (isLoadWanted(key)) {
      const stored = await actuals.read(key);
      const known = options.knownLagMs === undefined ? stored : withKnownLag(stored, options.knownLagMs);
      load.set(key.series, shareSeries(known));
    }
    const area = options.areas[0]?.areas.bySeries(key.series);
    if (key.measure === 'day_ahead_forecast' && area) {
      const known = withOperatorArrival(await actuals.read(key), area.marketTimezone, arrival);
      operator.set(key.series, shareSeries(known));
    }
    if (key.measure === 'multi_day_forecast' && area && options.inputs.includes('multi-day'))
      multiDay.set(key.series, shareSeries(await actuals.read(key)));
    if (key.measure === 'newest_load' && area && options.inputs.includes('newest'))
      newest.set(key.series, shareSeries(await actuals.read(key)));
  }
  for (const [series, known] of files.multiDay ?? []) multiDay.set(series, shareSeries(known));
  for (const [series, known] of files.newest ?? []) newest.set(series, shareSeries(known));
  return { load, operator, weather: shareWeather(weather), multiDay, newest };
}

/** Whether load is read: the areas' own, to forecast from and to score against, and with neighbors all that the model reads. */
function loadWanted({ areas, inputs, read }: RuntimeOptions): (key: SeriesKey) => boolean {
  const isRead = isAmong(inputs.includes('neighbours') ? read : []);
  const own = new Set(areas.map(({ series }) => series));
  return (key) => key.measure === 'demand' && (own.has(key.series) || isRead(key));
}

export function backtestData({ load, operator, weather, multiDay, newest }: BacktestRuntime): ForecastData {
  const byArea: ReadonlyMap<string, KnownWeather> = weather;
  return {
    load: (series) => load.get(series),
    operatorForecast: (series) => operator.get(series),
    multiDayForecast: (series) => multiDay.get(series),
    newestLoad: (series) => newest.get(series),
    weather: (areaId) => byArea.get(areaId),
  };
}

function shareSeries(series: KnownSeries): KnownSeries {
  return { ...series, values: shareArray(series.values), knownAtMs: shareArray(series.knownAtMs) };
}

function shareArray(values: Float64Array): Float64Array {
  const shared = new Float64Array(new SharedArrayBuffer(values.byteLength));
  shared.set(values);
  return shared;
}

function shareWeather(weather: ReadonlyMap<AreaId, KnownWeather>): ReadonlyMap<AreaId, KnownWeather> {
  return new Map(
    [...weather].map(([areaId, { points }]) => [
      areaId,
      {
        points: points.map((point) => ({
          ...point,
          variables: Object.fromEntries(
            Object.entries(point.variables).map(([name, series]) => [name, shareSeries(series)]),
          ),
        })),
      },
    ]),
  );
}

/**
 * Load with another assumption about when history was published: every value that is known by the assumed rule of
 * bulk history is known `lagMs` after its hour ended. Restated and live values keep their real known time.
 *
 * @param lagMs ms after the end of the hour
 */
export function withKnownLag(load: KnownSeries, lagMs: number): KnownSeries {
  return retimed(load, HISTORY_KNOWN.demand, (start) => start + HOUR_MS + lagMs);
}

/** When an operator's day-ahead forecast reaches us: the day before (`tomorrow`), or on its own day (`today`). */
type OperatorArrival = 'tomorrow' | 'today';

/** Form EIA-930: the day-ahead forecast is due at 07:00 Eastern. */
const DUE_ZONE = 'America/New_York';
const DUE_TIME_OF_DAY_MS = 7 * 60 * MINUTE_MS;

/**
 * An operator's day-ahead forecast with another assumption about its arrival: each local day's hours are known at 07:00
 * Eastern of the day before, or of the same day. Values whose real arrival was seen keep it.
 *
 * @param zone the clock on which the operator's days are counted
 */
export function withOperatorArrival(forecast: KnownSeries, zone: string, arrival: OperatorArrival): KnownSeries {
  const dayOffset = arrival === 'tomorrow' ? -1 : 0;
  return retimed(forecast, HISTORY_KNOWN.day_ahead_forecast, (start) =>
    instantOnDay(DUE_ZONE, addDays(localDay(zone, start), dayOffset), DUE_TIME_OF_DAY_MS),
  );
}

function retimed(series: KnownSeries, assumed: KnownRule, knownAtOf: (start: EpochMs) => EpochMs): KnownSeries {
  const startOf = (hour: number): EpochMs => series.start + hour * HOUR_MS;
  const newTime = (hour: number, known: EpochMs): EpochMs =>
    known === knownAt(assumed, startOf(hour)) ? knownAtOf(startOf(hour)) : known;
  const replaced = new Map(
    Array.from(series.replaced, ([hour, versions]) => {
      const retimedVersions = versions.map(({ value, knownAtMs }) => ({ value, knownAtMs: newTime(hour, knownAtMs) }));
      return [hour, retimedVersions] as const;
    }),
  );
  return { ...series, knownAtMs: series.knownAtMs.map((known, hour) => newTime(hour, known)), replaced };
}
