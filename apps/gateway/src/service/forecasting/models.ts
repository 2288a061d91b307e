import { engine, type Forecaster } from '@loadcast/core';
import { labelSimulated } from '../simulated-label.js';

/** The model that issues what is served. */
export const defaultForecaster: Forecaster = engine;

/** The model for a store: a simulated grid's forecasts say so in their name. */
export function forecasterFor({ simulated }: { readonly simulated: boolean }): Forecaster {
  return simulated ? labelSimulated(defaultForecaster) : defaultForecaster;
}
