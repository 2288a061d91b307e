import type { Area } from '../../areas/area.js';
import { type KnownValue, versionKnownAt } from '../../series/known-series.js';
import { emptyHourly, type LoadSeries } from '../../series/series.js';
import { type EpochMs, HOUR_MS } from '../../time/instant.js';
import type { Window } from '../../time/window.js';
import type { ActualsDeps } from '../missing/why-no-actuals.js';
import { screenedHours } from '../screened-hours.js';

/**
 * Measured load of the hours of a window as it was known at `asOf`; what screening flags has no value.
 *
 * @param window both ends on whole UTC hours
 * @returns hourly, MW, over exactly `window`; NaN where nothing believable was known
 */
export async function readActualHours(
  deps: ActualsDeps,
  area: Area,
  window: Window,
  asOf: EpochMs,
): Promise<LoadSeries> {
  const known = await deps.actuals.read({ series: area.series, measure: 'demand' });
  return screenedHours(deps.actuals, area, known, window, asOf);
}

/**
 * The operator's own forecast of the hours of a window, as published by `asOf` (clock faults corrected): of each hour the newest of
 * its day-ahead forecast and of its forecasts of several days, where those are followed.
 *
 * @param window both ends on whole UTC hours
 * @returns hourly, MW, over exactly `window`; NaN where none was known, or it was not above zero
 */
export async function readOperatorHours(
  deps: ActualsDeps,
  { series }: Area,
  window: Window,
  asOf: EpochMs,
): Promise<LoadSeries> {
  const [dayAhead, multiDay] = await Promise.all([
    deps.actuals.read({ series, measure: 'day_ahead_forecast' }),
    deps.actuals.read({ series, measure: 'multi_day_forecast' }),
  ]);
  const hours = emptyHourly(window);
  for (let i = 0; i < hours.valuesMw.length; i++) {
    const start = window.start + i * HOUR_MS;
    const known = [versionKnownAt(dayAhead, start, asOf), versionKnownAt(multiDay, start, asOf)];
    const [newest] = known.filter((version) => version !== undefined && version.value > 0).sort(byNewest);
    if (newest) hours.valuesMw[i] = newest.value;
  }
  return hours;
}

function byNewest(a: KnownValue | undefined, b: KnownValue | undefined): number {
  return (b?.knownAtMs ?? 0) - (a?.knownAtMs ?? 0);
}
