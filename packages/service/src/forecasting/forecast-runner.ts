import type { ActualsStore, Area, AreaId, Areas, EpochMs, Forecaster, IssuedForecast } from '@loadcast/core';
import { type AreaForecaster, type FittedStates, seriesReadBy } from '@loadcast/core/forecast';
import type { ReadKnownWeather } from '../weather/weather-reader.js';
import { openForecastData, type StoredForecastData } from './stored-forecast-data.js';

export interface ForecastRunner {
  /** What could be forecast for an area at an instant. @throws {ServiceError} `no_data` */
  issue(areaId: AreaId, issuedAt: EpochMs): Promise<IssuedForecast>;
  /** Signals that the store has grown: the next forecast reads the new data first. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Forecasts on the calling thread: in worker threads, in commands, in tests. Series are read when an area that needs them is
 * forecast, so that of several workers each reads and holds those of its own areas.
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
  const open = () => openForecastData(actuals, readsWeather ? readWeather : undefined);
  const shared = await open();
  /** The data of areas that were added since, each its own. */
  const later: StoredForecastData[] = [];
  const bound = new Map<AreaId, AreaForecaster>();
  async function bind(areaId: AreaId): Promise<AreaForecaster> {
    const known = areas.find(({ id }) => id === areaId);
    const area = known ?? (await followAreas?.())?.byId(areaId);
    if (!area) throw new RangeError(`this runner does not forecast the area ${areaId}`);
    const data = known ? shared : await open();
    if (!known) later.push(data);
    const wanted = seriesReadBy([forecaster], [area]);
    const unfed = forecaster.forArea(area, data, states);
    const fed: AreaForecaster = { issue: (...issuing) => data.read(wanted).then(() => unfed.issue(...issuing)) };
    bound.set(areaId, fed);
    return fed;
  }
  return {
    issue: async (areaId, issuedAt) =>
      (bound.get(areaId) ?? (await bind(areaId))).issue(issuedAt, { contributions: true }),
    async refresh() {
      for (const data of [shared, ...later]) await data.refresh();
    },
    async close() {},
  };
}
