import { EngineForecaster, MODEL_VERSION } from './area-forecaster.js';
import type { Forecaster } from './forecaster.js';

/** The engine: climbs as high on the ladder of inputs as the data of the issue allows. */
export const engine: Forecaster = {
  name: 'loadcast',
  version: MODEL_VERSION,
  forArea: (area, data) => new EngineForecaster(area, data),
};
