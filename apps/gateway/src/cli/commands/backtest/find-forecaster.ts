import { FORECASTERS, type Forecaster } from '@loadcast/core';
import { UsageError } from '../../command.js';

/** The model that `--model` names. @throws {UsageError} there is no such model */
export function findForecaster(name: string, forecasters: ReadonlyMap<string, Forecaster> = FORECASTERS): Forecaster {
  const found = forecasters.get(name);
  if (found) return found;
  throw new UsageError(`--model ${name} is none of ${[...forecasters.keys()].join(', ')}`);
}
