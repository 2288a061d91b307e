import { readServedLoad } from '../accuracy/served-load.js';
import type { Area } from '../areas/area.js';
import type { ActualsStore } from '../ports/actuals-store.js';
import { type KnownSeries, newestHour } from '../series/known-series.js';
import type { LoadSeries } from '../series/series.js';
import { DAY_MS, type EpochMs, HOUR_MS } from '../time/instant.js';
import type { Window } from '../time/window.js';

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
