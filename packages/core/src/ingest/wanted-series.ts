import type { Area } from '../areas/area.js';
import type { Measure, SeriesKey } from '../ports/actuals-store.js';

const MEASURES: readonly Measure[] = ['demand', 'demand_adjusted', 'demand_imputed', 'day_ahead_forecast'];

/**
 * The series that an ingest keeps: every measure of the areas' own load, and what the models read besides.
 *
 * @param read what the models read, see `seriesReadBy`
 * @returns each key once, sorted by series and measure
 * @example
 * wantedSeries([], [{ series: 'BPAT', measure: 'demand' }]) // => [{ series: 'BPAT', measure: 'demand' }]
 */
export function wantedSeries(areas: readonly Pick<Area, 'series'>[], read: readonly SeriesKey[]): readonly SeriesKey[] {
  const own = areas.flatMap(({ series }) => MEASURES.map((measure) => ({ series, measure })));
  const keys = new Map([...own, ...read].map((key) => [`${key.series} ${key.measure}`, key]));
  return [...keys].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, key]) => key);
}

/**
 * A test of membership in a list of series.
 *
 * @example
 * isAmong([{ series: 'BPAT', measure: 'demand' }])({ series: 'BPAT', measure: 'day_ahead_forecast' }) // => false
 */
export function isAmong(keys: readonly SeriesKey[]): (key: SeriesKey) => boolean {
  const names = new Set(keys.map(({ series, measure }) => `${series} ${measure}`));
  return ({ series, measure }) => names.has(`${series} ${measure}`);
}
