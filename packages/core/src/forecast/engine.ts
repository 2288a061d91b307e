import type { Forecaster } from './forecaster.js';
import { EngineForecaster, MODEL_VERSION } from './issue-forecast.js';

/** The engine: climbs as high on the fallback order of inputs as the data of the issue allows. */
export const engine: Forecaster = {
  name: 'loadcast',
  version: MODEL_VERSION,
  forArea: (area, data) => new EngineForecaster(area, data),
};
