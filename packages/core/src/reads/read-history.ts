import type { Area } from '../areas/area.js';
import type { LoadSeries } from '../series/series.js';
import { ceilToHour, type EpochMs, floorToHour, HOUR_MS } from '../time/instant.js';
import type { Window } from '../time/window.js';
import { readActualHours } from './beside/hours-beside.js';
import { noData } from './missing/no-data.js';
import { type ActualsDeps, whyNoActuals } from './missing/why-no-actuals.js';

export interface HistoryQuery {
  readonly area: Area;
  /** Any instants; the result has the hours that start in the window. */
  readonly window: Window;
  /** Epoch ms: values as they were known then. */
  readonly asOf: EpochMs;
}

export interface HistoryView {
  readonly area: Area;
  readonly window: Window;
  /** Hourly, MW, the hours that start in the window; NaN where there is no value that can be load. */
  readonly hours: LoadSeries;
  readonly count: number;
  /** Hours that were over at `asOf` and have no value: not published, or published and found impossible. */
  readonly missing: number;
}

/**
 * Reported load of an area in a window, hour by hour. What screening flags (zero, negative, frozen, a spike, ...) is not
 * given and counts as missing.
 *
 * @throws {ServiceError} `no_data` when hours start in the window and none has a value
 */
export async function readHistory(deps: ActualsDeps, query: HistoryQuery): Promise<HistoryView> {
  const { area, window, asOf } = query;
  const whole = { start: ceilToHour(window.start), end: ceilToHour(window.end) };
  const hours = await readActualHours(deps, area, whole, asOf);
  const count = hours.valuesMw.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : 1), 0);
  if (count === 0 && hours.valuesMw.length > 0) {
    const subject = `the load of ${area.codes.a[0]?.code ?? area.id}`;
    throw noData(subject, await whyNoActuals(deps, area, whole, asOf));
  }
  const over = Math.min(whole.end, Math.max(whole.start, floorToHour(asOf)));
  return { area, window, hours, count, missing: Math.max(0, (over - whole.start) / HOUR_MS - count) };
}
