import type { Area, ForecastData } from '@loadcast/core';

/** What a backtest lets the models see. Own load is always there. */
export const BACKTEST_INPUTS = [
  'own',
  'neighbours',
  'operator',
  'operator-today',
  'multi-day',
  'newest',
  'weather',
] as const;

export type BacktestInput = (typeof BACKTEST_INPUTS)[number];

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
  const shown = selectShown(inputs);
  if (inputs.includes('neighbours')) return Object.values(shown).every(Boolean) ? data : withoutUnused(data, shown);
  const authority = area.series.split('-')[0];
  return only(
    data,
    shown,
    (series) => series === area.series,
    (series) => series === authority,
  );
}

/** Which kinds of input are shown beside load. */
const selectShown = (inputs: readonly BacktestInput[]) => ({
  operator: inputs.includes('operator') || inputs.includes('operator-today'),
  multiDay: inputs.includes('multi-day'),
  newest: inputs.includes('newest'),
  weather: inputs.includes('weather'),
});

type Shown = ReturnType<typeof selectShown>;
type Which = (series: string) => boolean;

function only(data: ForecastData, shown: Shown, hasLoad: Which, hasForecast: Which): ForecastData {
  return {
    load: (series) => (hasLoad(series) ? data.load(series) : undefined),
    newestLoad: (series) => (shown.newest && hasLoad(series) ? data.newestLoad?.(series) : undefined),
    operatorForecast: (series) => (shown.operator && hasForecast(series) ? data.operatorForecast(series) : undefined),
    multiDayForecast: (series) => (shown.multiDay && hasForecast(series) ? data.multiDayForecast?.(series) : undefined),
    weather: (areaId) => (shown.weather ? data.weather(areaId) : undefined),
  };
}

const withouts = new WeakMap<ForecastData, Map<string, ForecastData>>();

function withoutUnused(data: ForecastData, shown: Shown): ForecastData {
  const made = withouts.get(data) ?? new Map<string, ForecastData>();
  withouts.set(data, made);
  const key = JSON.stringify(shown);
  const every = () => true;
  const part = made.get(key) ?? only(data, shown, every, every);
  made.set(key, part);
  return part;
}
