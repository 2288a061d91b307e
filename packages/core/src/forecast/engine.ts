import type { SeriesKey } from '../ports/actuals-store.js';
import type { Forecaster, ForecastTarget } from './forecaster.js';
import { EngineForecaster, MODEL_VERSION } from './issue-forecast.js';

/** The engine: uses the first tier of the fallback order whose inputs are known and recently helped. */
export const engine: Forecaster = {
  name: 'loadcast',
  version: MODEL_VERSION,
  inputs: ['own', 'neighbours', 'operator', 'weather'],
  series: seriesOf,
  forArea(area, data, states) {
    const forecaster = new EngineForecaster(area, data, states);
    return {
      async issue(issuedAt, options) {
        if (states?.fetch) await states.fetch(forecaster.lacking(issuedAt));
        return forecaster.issue(issuedAt, options);
      },
    };
  },
};

/** Own load and operator forecast, and the load of its neighbors and of the areas that train the global model. */
function seriesOf({ series, neighbours, areas, inGlobalModel }: ForecastTarget): readonly SeriesKey[] {
  const loads = new Set([
    series,
    ...(neighbours?.grids ?? []),
    ...(neighbours?.adjacent ?? []),
    ...(areas?.list ?? []).flatMap((each) => (inGlobalModel && each.inGlobalModel ? each.series : [])),
  ]);
  return [
    ...[...loads].map((id): SeriesKey => ({ series: id, measure: 'demand' })),
    ...[...loads].filter(isAuthority).map((id): SeriesKey => ({ series: id, measure: 'newest_load' })),
    { series, measure: 'day_ahead_forecast' },
    { series, measure: 'multi_day_forecast' },
  ];
}

/** Operators have feeds of whole authorities. */
const isAuthority = (series: string): boolean => !series.includes('-');
