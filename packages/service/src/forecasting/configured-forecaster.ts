import { FORECASTERS, type Forecaster } from '@loadcast/core';
import { ConfigError } from '@loadcast/observe';
import { actualsOf } from '../wiring/actuals-source.js';
import type { Store } from '../wiring/store.js';
import { labelSimulated } from './simulated-label.js';

/** Which model forecasts. */
export interface ForecasterSettings {
  readonly FORECASTER: string;
}

/**
 * The model that the setting FORECASTER names.
 *
 * @throws {ConfigError} no model has that name; the message lists the available ones
 */
export function configuredForecaster({ FORECASTER: name }: ForecasterSettings, forecasters = FORECASTERS): Forecaster {
  const found = forecasters.get(name);
  if (!found) throw new ConfigError(`FORECASTER: must be one of ${[...forecasters.keys()].join(', ')}`);
  return found;
}

/** A model under the name that a store's forecasts give it: on a simulated grid the name includes that. */
export function forecasterFor(forecaster: Forecaster, { simulated }: { readonly simulated: boolean }): Forecaster {
  return simulated ? labelSimulated(forecaster) : forecaster;
}

/** The configured model for what a store holds: every forecast that is kept or shown of a store is named by it. */
export async function forecasterOfStore(config: ForecasterSettings, meta: Store['meta']): Promise<Forecaster> {
  return forecasterFor(configuredForecaster(config), { simulated: (await actualsOf(meta)) === 'simulated' });
}
