import {
  type ActualsStore,
  type Area,
  type AreaId,
  type ForecastData,
  isAmong,
  type KnownSeries,
  type SeriesKey,
} from '@loadcast/core';
import type { KnownWeather } from '@loadcast/core/series';
import { withKnownLag, withOperatorArrival } from './inputs/assumed-known-times.js';
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
