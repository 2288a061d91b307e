import type { Area } from '../areas/area.js';
import type { SeriesKey } from '../ports/actuals-store.js';
import { calendarLagRegression } from './baselines/calendar-lag-regression.js';
import { sameHourLastWeek } from './baselines/same-hour-last-week.js';
import { engine } from './engine.js';
import type { Forecaster } from './forecaster.js';

/** Models by name. */
export type ForecasterRegistry = ReadonlyMap<string, Forecaster>;

/**
 * Models by name, in the order given.
 *
 * @throws {RangeError} two models have one name
 * @example
 * [...forecasterRegistry([sameHourLastWeek]).keys()] // => ['same-hour-last-week']
 */
export function forecasterRegistry(forecasters: Iterable<Forecaster>): ForecasterRegistry {
  const registry = new Map<string, Forecaster>();
  for (const forecaster of forecasters) {
    if (registry.has(forecaster.name)) throw new RangeError(`two models are called ${forecaster.name}`);
    registry.set(forecaster.name, forecaster);
  }
  return registry;
}

/** Every model that can serve, issue and be replayed. A new model is a new file and an entry here; the first serves by default. */
export const FORECASTERS: ForecasterRegistry = /* @__PURE__ */ forecasterRegistry([
  engine,
  calendarLagRegression,
  sameHourLastWeek,
]);

/**
 * The stored series that some models read for some areas, each once, sorted by series and measure.
 *
 * @example
 * seriesReadBy([sameHourLastWeek], [CONTRACT_AREAS.byId('pjm')]) // => [{ series: 'PJM', measure: 'demand' }]
 */
export function seriesReadBy(forecasters: Iterable<Forecaster>, areas: readonly Area[]): readonly SeriesKey[] {
  const keys = new Map<string, SeriesKey>();
  for (const forecaster of forecasters) {
    for (const area of areas) {
      for (const key of forecaster.series(area)) keys.set(`${key.series} ${key.measure}`, key);
    }
  }
  return [...keys].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, key]) => key);
}
