import { FORECASTERS, type Forecaster } from '@loadcast/core';
import { ConfigError } from '@loadcast/observe';
import { type ActualsOf, actualsOf, isDemoGrid } from '../wiring/actuals-source.js';
import type { Store } from '../wiring/store.js';
import { labelDemo } from './demo-label.js';

export interface ForecasterSettings {
  readonly FORECASTER: string;
}

/** @throws {ConfigError} no model has that name; the message lists the available ones */
export function configuredForecaster(
  { FORECASTER: name }: ForecasterSettings,
  forecasters: ReadonlyMap<string, Forecaster> = FORECASTERS,
): Forecaster {
  const found = forecasters.get(name);
  if (!found) throw new ConfigError(`FORECASTER: must be one of ${[...forecasters.keys()].join(', ')}`);
  return found;
}

/** A model under the name that a store's forecasts give it: it says whether the load is simulated or recorded. */
export function forecasterFor(forecaster: Forecaster, held: ActualsOf | undefined): Forecaster {
  return isDemoGrid(held) ? labelDemo(forecaster, held) : forecaster;
}

/** The configured model for what a store holds: every forecast that is kept or shown of a store is named by it. */
export async function forecasterOfStore(config: ForecasterSettings, meta: Store['meta']): Promise<Forecaster> {
  return forecasterFor(configuredForecaster(config), await actualsOf(meta));
}
