import {
  type AreaForecaster,
  type AreaId,
  areaById,
  type EpochMs,
  type Forecaster,
  type IssuedForecast,
} from '@loadcast/core';
import type { StoredForecastData } from './stored-forecast-data.js';

/** Makes forecasts, wherever it does so. */
export interface ForecastRunner {
  /** What could be forecast for an area at an instant. @throws {ServiceError} `no_data` */
  issue(areaId: AreaId, issuedAt: EpochMs): Promise<IssuedForecast>;
  /** Tells that the store has grown: the next forecast has read what is new. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/** Forecasts on the calling thread: in worker threads, in commands and in tests. */
export function inlineForecastRunner(forecaster: Forecaster, data: StoredForecastData): ForecastRunner {
  const bound = new Map<AreaId, AreaForecaster>();
  return {
    async issue(areaId, issuedAt) {
      let areaForecaster = bound.get(areaId);
      if (!areaForecaster) {
        areaForecaster = forecaster.forArea(areaById(areaId), data);
        bound.set(areaId, areaForecaster);
      }
      return areaForecaster.issue(issuedAt);
    },
    refresh: () => data.refresh(),
    async close() {},
  };
}
