import { screenPolicy } from '../areas/screen-policy.js';
import { FLAG } from '../screening/flags.js';
import { screen } from '../screening/screen.js';
import { type KnownSeries, readAsOf } from '../series/known-series.js';
import { type LoadSeries, sliceSeries } from '../series/series.js';
import { DAY_MS, type EpochMs } from '../time/instant.js';
import type { Window } from '../time/window.js';

/** Screening looks back 28 days, and fills gaps from a week before that. */
export const SCREEN_WARM_UP_MS = 42 * DAY_MS;

/**
 * The actuals that forecasts are scored against: reported load, NaN where screening finds that it cannot be load.
 *
 * @param series EIA-930 id, which says what counts as a fault
 * @param known reported load
 * @param window both ends on whole UTC hours
 * @param asOf epoch ms: values known later are left out; `Infinity` for the newest values
 * @returns an hourly series over exactly `window`, MW
 */
export function screenedActuals(series: string, known: KnownSeries, window: Window, asOf: EpochMs): LoadSeries {
  const reported = readAsOf(known, { start: window.start - SCREEN_WARM_UP_MS, end: window.end }, asOf);
  return sliceSeries(dropFlagged(series, reported), window);
}

/**
 * A series with the hours that screening flags set to NaN.
 *
 * @param series EIA-930 id
 * @param reported hourly; its first six weeks serve the screen as history
 * @returns a fresh series over the same hours
 */
export function dropFlagged(series: string, reported: LoadSeries): LoadSeries {
  const flags = screen(reported, screenPolicy(series));
  return { ...reported, valuesMw: reported.valuesMw.map((value, i) => (flags[i] === FLAG.good ? value : Number.NaN)) };
}
