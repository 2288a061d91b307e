import type { Area } from '../../areas/area.js';
import type { ActualsStore } from '../../ports/actuals-store.js';
import { readAsOf } from '../../series/known-series.js';
import type { LoadSeries } from '../../series/series.js';
import type { EpochMs } from '../../time/instant.js';
import type { Window } from '../../time/window.js';
import { screenedHours } from '../screened-hours.js';

/** What reading the hours of one series needs. */
interface HoursDeps {
  readonly actuals: Pick<ActualsStore, 'read'>;
}

/**
 * Measured load of the hours of a window as it was known at `asOf`; what screening flags has no value.
 *
 * @param window both ends on whole UTC hours
 * @returns hourly, MW, over exactly `window`; NaN where nothing believable was known
 */
export async function readActualHours(
  deps: HoursDeps,
  { series }: Area,
  window: Window,
  asOf: EpochMs,
): Promise<LoadSeries> {
  const known = await deps.actuals.read({ series, measure: 'demand' });
  return screenedHours(series, known, window, asOf);
}

/**
 * The operator's own day-ahead forecast of the hours of a window, as published by `asOf` (clock faults corrected).
 *
 * @param window both ends on whole UTC hours
 * @returns hourly, MW, over exactly `window`; NaN where none was known, or it was not above zero
 */
export async function readOperatorHours(
  deps: HoursDeps,
  { series }: Area,
  window: Window,
  asOf: EpochMs,
): Promise<LoadSeries> {
  const known = await deps.actuals.read({ series, measure: 'day_ahead_forecast' });
  const hours = readAsOf(known, window, asOf);
  return { ...hours, valuesMw: hours.valuesMw.map((valueMw) => (valueMw > 0 ? valueMw : Number.NaN)) };
}
