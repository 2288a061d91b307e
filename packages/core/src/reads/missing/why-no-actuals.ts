import type { Area } from '../../areas/area.js';
import type { ActualsStore } from '../../ports/actuals-store.js';
import { firstHour, type KnownSeries, newestHour, readAsOf } from '../../series/known-series.js';
import { DAY_MS, type EpochMs, HOUR_MS } from '../../time/instant.js';
import type { Window } from '../../time/window.js';
import type { Missing } from './no-data.js';

export type ActualsDeps = { readonly actuals: Pick<ActualsStore, 'read'> };

/** A source that is later than this is not late: nothing was loaded. */
const LATEST_SOURCE_MS = 7 * DAY_MS;

/**
 * Why there is no load in a window, from the data known at `asOf`.
 *
 * - `not_covered`: its first hour is not over; expected then;
 * - `before_history`: before the first kept hour of the area;
 * - `source_late`: after its newest hour, by less than a week;
 * - `source_gap`: the source left these hours out, or its values cannot be load. It is known to have been read, since
 *   it gave a value of this area, or of one that comes in the same file or poll, in these hours or within a day on both
 *   sides;
 * - `not_loaded`: nothing was read that could have held them.
 */
export async function whyNoActuals(deps: ActualsDeps, area: Area, window: Window, asOf: EpochMs): Promise<Missing> {
  if (window.start + HOUR_MS > asOf) return { reason: 'not_covered', expectedAt: window.start + HOUR_MS };
  const known = await readDemand(deps, area);
  const [first, newest] = [firstHour(known, asOf), newestHour(known, asOf)];
  if (first === undefined || newest === undefined) return { reason: 'not_loaded' };
  if (window.end <= first) return { reason: 'before_history' };
  const companions = await Promise.all(findCompanions(area).map((other) => readDemand(deps, other)));
  if ([known, ...companions].some((series) => wasRead(series, window, asOf))) return { reason: 'source_gap' };
  const isLate = window.start > newest && asOf - window.start <= LATEST_SOURCE_MS;
  return { reason: isLate ? 'source_late' : 'not_loaded' };
}

/** Whether a window ends before the first kept hour of an area's load; false where none is kept. */
export async function isBeforeHistory(deps: ActualsDeps, area: Area, end: EpochMs, asOf: EpochMs): Promise<boolean> {
  return end <= (firstHour(await readDemand(deps, area), asOf) ?? Number.NEGATIVE_INFINITY);
}

function readDemand({ actuals }: ActualsDeps, { series }: Area): Promise<KnownSeries> {
  return actuals.read({ series, measure: 'demand' });
}

/** The other areas whose load is in the same file or poll: EIA-930 gives balancing authorities and their sub-areas apart. */
function findCompanions(area: Area): Area[] {
  return area.areas.list.filter(
    ({ id, series, source }) =>
      id !== area.id && source === area.source && series.includes('-') === area.series.includes('-'),
  );
}

/** No file and no poll is shorter than a day. */
function wasRead(known: KnownSeries, { start, end }: Window, asOf: EpochMs): boolean {
  const before = { start: start - DAY_MS, end: start };
  const after = { start: end, end: end + DAY_MS };
  return hasValue(known, { start, end }, asOf) || (hasValue(known, before, asOf) && hasValue(known, after, asOf));
}

function hasValue(known: KnownSeries, window: Window, asOf: EpochMs): boolean {
  return readAsOf(known, window, asOf).valuesMw.some((mw) => !Number.isNaN(mw));
}
