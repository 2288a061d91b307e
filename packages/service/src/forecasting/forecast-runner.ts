import type { ActualsStore, Area, AreaId, Areas, EpochMs, Forecaster, IssuedForecast } from '@loadcast/core';
import { type AreaForecaster, type FittedStates, seriesReadBy } from '@loadcast/core/forecast';
import type { ReadKnownWeather } from '../weather/weather-reader.js';
import { loadForecastData, type StoredForecastData } from './stored-forecast-data.js';

/** Makes forecasts, wherever it does so. */
export interface ForecastRunner {
  /** What could be forecast for an area at an instant. @throws {ServiceError} `no_data` */
  issue(areaId: AreaId, issuedAt: EpochMs): Promise<IssuedForecast>;
  /** Signals that the store has grown: the next forecast reads the new data first. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Loads what a model reads of some areas, and forecasts on the calling thread: in worker threads, in commands, in tests.
 *
 * @param readWeather called only for a model that reads weather; default: there is none
 * @param states where fits outlast this process; default: they end with it
 * @param followAreas reads every area there is now: one that was added since is forecast too; default: there is none
 */
export async function openForecastRunner(
  forecaster: Forecaster,
  actuals: ActualsStore,
  areas: readonly Area[],
  readWeather?: ReadKnownWeather,
  states?: FittedStates,
  followAreas?: () => Promise<Areas>,
): Promise<ForecastRunner> {
  const readsWeather = forecaster.inputs.includes('weather');
  const open = async (some: readonly Area[]): Promise<ForecastRunner> => {
    const wanted = seriesReadBy([forecaster], some);
    const data = await loadForecastData(actuals, wanted, readsWeather ? readWeather : undefined);
    return inlineForecastRunner(forecaster, data, some, states);
  };
  const runner = await open(areas);
  const later = new Map<AreaId, ForecastRunner>();
  return {
    async issue(areaId, issuedAt) {
      const isKnown = areas.some(({ id }) => id === areaId);
      if (!isKnown && !later.has(areaId) && followAreas)
        later.set(areaId, await open([(await followAreas()).byId(areaId)]));
      return (later.get(areaId) ?? runner).issue(areaId, issuedAt);
    },
    async refresh() {
      for (const each of [runner, ...later.values()]) await each.refresh();
    },
    close: () => runner.close(),
  };
}

function inlineForecastRunner(
  forecaster: Forecaster,
  data: StoredForecastData,
  areas: readonly Area[],
  states?: FittedStates,
): ForecastRunner {
  const bound = new Map<AreaId, AreaForecaster>();
  return {
    async issue(areaId, issuedAt) {
      let areaForecaster = bound.get(areaId);
      if (!areaForecaster) {
        const area = areas.find(({ id }) => id === areaId);
        if (!area) throw new RangeError(`this runner does not forecast the area ${areaId}`);
        areaForecaster = forecaster.forArea(area, data, states);
        bound.set(areaId, areaForecaster);
      }
      return areaForecaster.issue(issuedAt, { contributions: true });
    },
    refresh: () => data.refresh(),
    async close() {},
  };
}
