import { type EpochMs, HOUR_MS } from '../time/instant.js';
import type { Window } from '../time/window.js';

/** Load at equal steps. `valuesMw[i]` is the mean over `[start + i * stepMs, start + (i + 1) * stepMs)`; NaN is missing. */
export interface LoadSeries {
  readonly start: EpochMs;
  readonly stepMs: number;
  readonly valuesMw: Float64Array;
}

/**
 * The window a series covers.
 *
 * @example
 * seriesWindow({ start: 0, stepMs: 3_600_000, valuesMw: new Float64Array(2) }).end // => 7200000
 */
export function seriesWindow(series: LoadSeries): Window {
  return { start: series.start, end: series.start + series.valuesMw.length * series.stepMs };
}

/**
 * An hourly series over a window, all missing.
 *
 * @param window both ends on whole UTC hours
 */
export function emptyHourly(window: Window): LoadSeries {
  const hours = Math.max(0, Math.round((window.end - window.start) / HOUR_MS));
  return { start: window.start, stepMs: HOUR_MS, valuesMw: new Float64Array(hours).fill(Number.NaN) };
}

/**
 * The value of the step that contains an instant, MW; NaN when missing or outside the series.
 */
export function valueAt(series: LoadSeries, instant: EpochMs): number {
  const index = Math.floor((instant - series.start) / series.stepMs);
  return series.valuesMw[index] ?? Number.NaN;
}

/**
 * Part of a series, padded with NaN where the series does not reach.
 *
 * @param window both ends on the series' steps
 */
export function sliceSeries(series: LoadSeries, window: Window): LoadSeries {
  const { start, stepMs } = series;
  const length = Math.max(0, Math.round((window.end - window.start) / stepMs));
  const valuesMw = new Float64Array(length).fill(Number.NaN);
  const shift = Math.round((window.start - start) / stepMs);
  const from = Math.max(0, -shift);
  const to = Math.min(length, series.valuesMw.length - shift);
  if (to > from) valuesMw.set(series.valuesMw.subarray(from + shift, to + shift), from);
  return { start: window.start, stepMs, valuesMw };
}
