import type { Area } from '../areas/area.js';
import type { ForecastData } from '../forecast/forecaster.js';

/** What a backtest lets the models see. Own load is always there. */
export type BacktestInput = 'own' | 'neighbours' | 'operator' | 'operator-today' | 'multi-day' | 'weather';

export const BACKTEST_INPUTS: readonly BacktestInput[] = [
  'own',
  'neighbours',
  'operator',
  'operator-today',
  'multi-day',
  'weather',
];

/**
 * The part of the data that a set of inputs allows for one area.
 *
 * Without `neighbours` no other series is shown, neither load nor operator's forecast; a utility keeps the forecast of
 * its own authority. With it every area may see the same, and gets the same object, so that models can share work.
 *
 * @example
 * const data = { load: () => undefined, operatorForecast: () => undefined, weather: () => undefined };
 * selectInputs(data, areaById('pjm'), ['own']).load('MISO') // => undefined
 */
export function selectInputs(data: ForecastData, area: Area, inputs: readonly BacktestInput[]): ForecastData {
  const operator = inputs.includes('operator') || inputs.includes('operator-today');
  const multiDay = inputs.includes('multi-day');
  const weather = inputs.includes('weather');
  if (inputs.includes('neighbours'))
    return operator && multiDay && weather ? data : withoutUnused(data, operator, multiDay, weather);
  const authority = area.series.split('-')[0];
  return {
    load: (series) => (series === area.series ? data.load(series) : undefined),
    operatorForecast: (series) => (operator && series === authority ? data.operatorForecast(series) : undefined),
    multiDayForecast: (series) => (multiDay && series === authority ? data.multiDayForecast?.(series) : undefined),
    weather: (areaId) => (weather ? data.weather(areaId) : undefined),
  };
}

const withouts = new WeakMap<ForecastData, Map<string, ForecastData>>();

function withoutUnused(data: ForecastData, operator: boolean, multiDay: boolean, weather: boolean): ForecastData {
  const made = withouts.get(data) ?? new Map<string, ForecastData>();
  withouts.set(data, made);
  const key = `${operator} ${multiDay} ${weather}`;
  const part = made.get(key) ?? {
    load: (series) => data.load(series),
    operatorForecast: (series) => (operator ? data.operatorForecast(series) : undefined),
    multiDayForecast: (series) => (multiDay ? data.multiDayForecast?.(series) : undefined),
    weather: (areaId) => (weather ? data.weather(areaId) : undefined),
  };
  made.set(key, part);
  return part;
}
