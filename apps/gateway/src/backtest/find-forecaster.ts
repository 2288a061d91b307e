import { calendarLagRegression, engine, type Forecaster, sameHourLastWeek } from '@loadcast/core';
import { UsageError } from '../cli/command.js';

/** Every model that a backtest can replay. */
const FORECASTERS: readonly Forecaster[] = [engine, calendarLagRegression, sameHourLastWeek];

/** The model that is replayed unless another is asked for. */
export const defaultModelName = engine.name;

/** @throws {UsageError} there is no such model */
export function findForecaster(name: string): Forecaster {
  const found = FORECASTERS.find((forecaster) => forecaster.name === name);
  if (found) return found;
  throw new UsageError(`--model ${name} is none of ${FORECASTERS.map((forecaster) => forecaster.name).join(', ')}`);
}
