import { SCREEN_AHEAD_MS, SCREEN_WARM_UP_MS } from '../accuracy/screened-actuals.js';
import { readWitnesses, type ServedLoad, screenServedLoad } from '../accuracy/served-load.js';
import type { Area } from '../areas/area.js';
import { BudgetMap } from '../budgets/budget-map.js';
import type { ActualsStore } from '../ports/actuals-store.js';
import { type KnownSeries, newestHour } from '../series/known-series.js';
import type { LoadSeries } from '../series/series.js';
import { DAY_MS, type EpochMs, HOUR_MS } from '../time/instant.js';
import type { Window } from '../time/window.js';

/** Served load, and the instants `[from, until)` at which its series and the witnesses hold the same values. */
interface ServedLoadCacheEntry {
  readonly served: ServedLoad;
  readonly from: EpochMs;
  readonly until: EpochMs;
}

const cache = new WeakMap<KnownSeries, Map<string, ServedLoadCacheEntry>>();

/**
 * `screenServedLoad`, cached for as long as the series object lives: with a store that keeps its series in memory, the
 * same window is screened once per arrival of data and not once per answer.
 *
 * @param window both ends on whole UTC hours
 * @returns shared, so not to be changed
 */
export async function readServedLoad(
  actuals: Pick<ActualsStore, 'read'>,
  area: Area,
  known: KnownSeries,
  window: Window,
  asOf: EpochMs,
): Promise<ServedLoad> {
  const windows = cache.get(known) ?? new BudgetMap<string, ServedLoadCacheEntry>('screened_windows');
  cache.set(known, windows);
  const name = `${area.series} ${window.start} ${window.end}`;
  const found = windows.get(name);
  if (found && asOf >= found.from && asOf < found.until && (await isCurrent(actuals, area, found.served))) {
    return found.served;
  }
  const served = await screenServedLoad(actuals, area, known, window, asOf);
  const spans = [known, ...served.witnesses].map((each) => unchangedAround(each, window, asOf));
  const from = Math.max(...spans.map((span) => span.from));
  windows.set(name, { served, from, until: Math.min(...spans.map(({ until }) => until)) });
  return served;
}

/** Whether the witnesses are the same objects, so that nothing was added to them. */
async function isCurrent(actuals: Pick<ActualsStore, 'read'>, area: Area, { witnesses }: ServedLoad) {
  if (witnesses.length === 0) return true;
  const now = await readWitnesses(actuals, area);
  return now.every((each, i) => each === witnesses[i]);
}

/** The load of `readServedLoad`, NaN where it is withheld. */
export async function screenedHours(
  actuals: Pick<ActualsStore, 'read'>,
  area: Area,
  known: KnownSeries,
  window: Window,
  asOf: EpochMs,
): Promise<LoadSeries> {
  return (await readServedLoad(actuals, area, known, window, asOf)).usable;
}

/** Load of one hour. */
export interface MeasuredHour {
  readonly start: EpochMs;
  readonly valueMw: number;
}

/** How far back the newest good value may lie behind the newest reported one. */
const LOOK_BACK_MS = 7 * DAY_MS;

/** The newest hour known at `asOf` that screening lets pass, within a week before the newest reported one; or undefined. */
export async function newestMeasured(
  actuals: Pick<ActualsStore, 'read'>,
  area: Area,
  known: KnownSeries,
  asOf: EpochMs,
): Promise<MeasuredHour | undefined> {
  const newest = newestHour(known, asOf);
  if (newest === undefined) return undefined;
  const week = { start: newest - LOOK_BACK_MS, end: newest + HOUR_MS };
  const hours = await screenedHours(actuals, area, known, week, asOf);
  const last = hours.valuesMw.findLastIndex((value) => !Number.isNaN(value));
  return last < 0 ? undefined : { start: hours.start + last * HOUR_MS, valueMw: hours.valuesMw[last]! };
}

/** The longest span `[from, until)` around `asOf` in which no value of the window, or of what screening looks at around it, became known. */
export function unchangedAround(known: KnownSeries, window: Window, asOf: EpochMs): { from: EpochMs; until: EpochMs } {
  let [from, until] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const narrow = (at: EpochMs): void => {
    if (at <= asOf) from = Math.max(from, at);
    else if (at > asOf) until = Math.min(until, at);
  };
  const first = Math.max(0, Math.round((window.start - SCREEN_WARM_UP_MS - known.start) / HOUR_MS));
  const end = Math.min(known.knownAtMs.length, Math.round((window.end + SCREEN_AHEAD_MS - known.start) / HOUR_MS));
  for (let hour = first; hour < end; hour++) {
    narrow(known.knownAtMs[hour]!);
    for (const older of known.replaced.get(hour) ?? []) narrow(older.knownAtMs);
  }
  return { from, until };
}
