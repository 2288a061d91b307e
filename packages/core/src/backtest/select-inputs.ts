import type { Area } from '../areas/area.js';
import type { ForecastData } from '../forecast/forecaster.js';

/** What a backtest lets the models see. Own load is always there. */
export type BacktestInput = 'own' | 'neighbours' | 'operator' | 'operator-today' | 'weather';

export const BACKTEST_INPUTS: readonly BacktestInput[] = ['own', 'neighbours', 'operator', 'operator-today', 'weather'];

/**
 * The part of the data that a set of inputs allows for one area.
 *
 * Without `neighbours` no other series is shown, neither load nor operator's forecast; a utility keeps the forecast of
 * its own authority.
 *
 * @example
 * const data = { load: () => undefined, operatorForecast: () => undefined, weather: () => undefined };
 * selectInputs(data, areaById('pjm'), ['own']).load('MISO') // => undefined
 */
export function selectInputs(data: ForecastData, area: Area, inputs: readonly BacktestInput[]): ForecastData {
  const others = inputs.includes('neighbours');
  const operator = inputs.includes('operator') || inputs.includes('operator-today');
  const authority = area.series.split('-')[0];
  return {
    load: (series) => (series === area.series || others ? data.load(series) : undefined),
    operatorForecast: (series) =>
      operator && (series === authority || others) ? data.operatorForecast(series) : undefined,
    weather: (areaId) => (inputs.includes('weather') ? data.weather(areaId) : undefined),
  };
}
