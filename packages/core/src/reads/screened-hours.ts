import { SCREEN_WARM_UP_MS, screenedActuals } from '../accuracy/screened-actuals.js';
import { type KnownSeries, newestHour } from '../series/known-series.js';
import type { LoadSeries } from '../series/series.js';
import { DAY_MS, type EpochMs, HOUR_MS } from '../time/instant.js';
import type { Window } from '../time/window.js';

/** Screened hours, and the instants `[from, until)` at which the series holds the same values of them. */
interface ScreenedHoursCacheEntry {
  readonly hours: LoadSeries;
  readonly from: EpochMs;
  readonly until: EpochMs;
}

const MOST_CACHED_WINDOWS = 64;
const cache = new WeakMap<KnownSeries, Map<string, ScreenedHoursCacheEntry>>();

/**
 * `screenedActuals`, cached for as long as the series object lives: with a store that keeps its series in memory, the
 * same window is screened once per arrival of data and not once per answer.
 *
 * @param window both ends on whole UTC hours
 * @returns an hourly series over exactly `window`, MW; shared, so not to be changed
 */
export function screenedHours(series: string, known: KnownSeries, window: Window, asOf: EpochMs): LoadSeries {
  const windows = cache.get(known) ?? new Map<string, ScreenedHoursCacheEntry>();
  cache.set(known, windows);
  const name = `${series} ${window.start} ${window.end}`;
  const found = windows.get(name);
  if (found && asOf >= found.from && asOf < found.until) return found.hours;

  const hours = screenedActuals(series, known, window, asOf);
  if (windows.size >= MOST_CACHED_WINDOWS) windows.clear();
  windows.set(name, { hours, ...unchangedAround(known, window, asOf) });
  return hours;
}

/** Load of one hour. */
export interface MeasuredHour {
  readonly start: EpochMs;
  readonly valueMw: number;
}

/** How far back the newest good value may lie behind the newest reported one. */
const LOOK_BACK_MS = 7 * DAY_MS;

/** The newest hour known at `asOf` that screening lets pass, within a week before the newest reported one; or undefined. */
export function newestMeasured(series: string, known: KnownSeries, asOf: EpochMs): MeasuredHour | undefined {
  const newest = newestHour(known, asOf);
  if (newest === undefined) return undefined;
  const hours = screenedHours(series, known, { start: newest - LOOK_BACK_MS, end: newest + HOUR_MS }, asOf);
  const last = hours.valuesMw.findLastIndex((value) => !Number.isNaN(value));
  return last < 0 ? undefined : { start: hours.start + last * HOUR_MS, valueMw: hours.valuesMw[last]! };
}

/** The longest span `[from, until)` around `asOf` in which no value of the window, or of what screening looks back on, became known. */
export function unchangedAround(known: KnownSeries, window: Window, asOf: EpochMs): { from: EpochMs; until: EpochMs } {
  let [from, until] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const narrow = (at: EpochMs): void => {
    if (at <= asOf) from = Math.max(from, at);
    else if (at > asOf) until = Math.min(until, at);
  };
  const first = Math.max(0, Math.round((window.start - SCREEN_WARM_UP_MS - known.start) / HOUR_MS));
  const end = Math.min(known.knownAtMs.length, Math.round((window.end - known.start) / HOUR_MS));
  for (let hour = first; hour < end; hour++) {
    narrow(known.knownAtMs[hour]!);
    for (const older of known.replaced.get(hour) ?? []) narrow(older.knownAtMs);
  }
  return { from, until };
}
