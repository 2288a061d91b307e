import type { WithheldHour } from '../accuracy/screened-actuals.js';
import { readServedLoad } from '../accuracy/served-load.js';
import type { Area } from '../areas/area.js';
import type { ActualsStore } from '../ports/actuals-store.js';
import { versionKnownAt } from '../series/known-series.js';
import type { EpochMs } from '../time/instant.js';
import type { Window } from '../time/window.js';

/**
 * Every hour of a window that had a value at `asOf` and is not served, ascending, and since when that value is known: what
 * is in neither the history nor this list was not published.
 *
 * @param window both ends on whole UTC hours
 */
export async function readWithheld(
  { actuals }: { readonly actuals: Pick<ActualsStore, 'read'> },
  area: Area,
  window: Window,
  asOf: EpochMs,
): Promise<(WithheldHour & { readonly since: EpochMs })[]> {
  const known = await actuals.read({ series: area.series, measure: 'demand' });
  const { withheld } = await readServedLoad(actuals, area, known, window, asOf);
  return withheld.map((hour) => ({ ...hour, since: versionKnownAt(known, hour.start, asOf)!.knownAtMs }));
}
