import {
  type ActualsStore,
  type Area,
  type AreaId,
  type ForecastData,
  type KnownSeries,
  type KnownWeather,
  neighbourSeries,
  type SeriesKey,
} from '@loadcast/core';

/** The store's observations in memory, as the models read them. */
export interface StoredForecastData extends ForecastData {
  /** Reads what the store has grown by. */
  refresh(): Promise<void>;
}

/** Weather as it was kept last; the same map as before when nothing changed. */
export type ReadKnownWeather = () => Promise<ReadonlyMap<AreaId, KnownWeather>>;

const NO_WEATHER: ReadonlyMap<AreaId, KnownWeather> = new Map();

/**
 * Loads what the models of some areas read.
 *
 * @param areas whose own and neighbouring series are loaded
 * @param readWeather default: there is none
 */
export async function loadForecastData(
  actuals: ActualsStore,
  areas: readonly Area[],
  readWeather: ReadKnownWeather = async () => NO_WEATHER,
): Promise<StoredForecastData> {
  const wanted = new Set(
    areas.flatMap(({ series }) => [
      series,
      ...neighbourSeries(series, 'grids'),
      ...neighbourSeries(series, 'adjacent'),
    ]),
  );
  const held = new Map<string, KnownSeries>();
  let weather = NO_WEATHER;
  const name = ({ series, measure }: SeriesKey) => `${measure} ${series}`;

  const isRead = ({ series, measure }: SeriesKey) =>
    (measure === 'demand' || measure === 'day_ahead_forecast') && wanted.has(series);

  async function refresh(): Promise<void> {
    for (const key of await actuals.keys()) {
      if (isRead(key)) held.set(name(key), await actuals.read(key, held.get(name(key))));
    }
    weather = await readWeather();
  }

  await refresh();
  return {
    load: (series) => held.get(name({ series, measure: 'demand' })),
    operatorForecast: (series) => held.get(name({ series, measure: 'day_ahead_forecast' })),
    weather: (areaId) => weather.get(areaId),
    refresh,
  };
}
