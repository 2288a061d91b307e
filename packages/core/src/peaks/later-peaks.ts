import { screenedActuals } from '../accuracy/screened-actuals.js';
import type { Area } from '../areas/area.js';
import type { KnownSeries } from '../series/known-series.js';
import { type LoadSeries, valueAt } from '../series/series.js';
import { type EpochMs, HOUR_MS } from '../time/instant.js';
import { addDays, operatingDayWindow } from '../time/operating-day.js';
import { MOST_MISSING_HOURS } from './day-peaks.js';

/** Weeks that a past year is moved by: the same weekday in nearly the same season. */
const YEAR_DAYS = 364;
const PAST_YEARS = 6;
const SHIFT_DAYS = [0, 7, -7] as const;
/** Days before `from` whose peaks say how the level of the load has changed since a past year. */
const LEVEL_DAYS = 28;

/** The highest hour of a day, MW; NaN where too few hours are known. */
export function measuredPeak(hours: LoadSeries, zone: string, day: string): number {
  const { start, end } = operatingDayWindow(zone, day);
  let [peak, missing] = [Number.NEGATIVE_INFINITY, 0];
  for (let hour = start; hour < end; hour += HOUR_MS) {
    const mw = valueAt(hours, hour);
    if (Number.isNaN(mw)) missing++;
    else peak = Math.max(peak, mw);
  }
  return missing > MOST_MISSING_HOURS ? Number.NaN : peak;
}

/**
 * Peaks of days that no forecast reaches, by path, made in steps: the peaks of the same days of past years, moved by a
 * week or not, in proportion to the level of the load since. All days of a path follow the same year.
 *
 * @param days ascending
 * @param from the first day that is not measured
 * @returns undefined where no past year is known
 */
export function* laterPeaks(
  area: Area,
  load: KnownSeries,
  asOf: EpochMs,
  from: string,
  days: readonly string[],
  paths: number,
): Generator<void, ReadonlyMap<string, Float64Array> | undefined> {
  if (days.length === 0) return new Map();
  const years: PeakOfDay[] = [];
  for (let back = 1; back <= PAST_YEARS; back++) {
    const year = pastYear(area, load, asOf, from, days, back);
    if (year) years.push(year);
    yield;
  }
  if (years.length === 0) return undefined;
  const ways = SHIFT_DAYS.flatMap((shiftDays) => years.map((year) => ({ year, shiftDays })));
  const peaks = new Map<string, Float64Array>();
  for (const day of days) {
    const ofWay = ways.map(({ year, shiftDays }) => year(day, shiftDays));
    peaks.set(
      day,
      Float64Array.from({ length: paths }, (_, path) => ofWay[path % ways.length]!),
    );
    yield;
  }
  return peaks;
}

type PeakOfDay = (day: string, shiftDays: number) => number;

/** Peaks as a past year had them, at today's level; undefined where it is not known. */
function pastYear(
  area: Area,
  load: KnownSeries,
  asOf: EpochMs,
  from: string,
  days: readonly string[],
  back: number,
): PeakOfDay | undefined {
  const zone = area.marketTimezone;
  const moved = (day: string, shiftDays = 0): string => addDays(day, shiftDays - YEAR_DAYS * back);
  const levelDays = Array.from({ length: LEVEL_DAYS }, (_, index) => addDays(from, index - LEVEL_DAYS));
  const window = (first: string, last: string) => ({
    start: operatingDayWindow(zone, first).start,
    end: operatingDayWindow(zone, last).end,
  });
  const now = screenedActuals(area, load, window(levelDays[0]!, from), asOf);
  const then = screenedActuals(area, load, window(moved(levelDays[0]!), moved(days.at(-1)!, 7)), asOf);
  let [sumNow, sumThen, count] = [0, 0, 0];
  for (const day of levelDays) {
    const [peakNow, peakThen] = [measuredPeak(now, zone, day), measuredPeak(then, zone, moved(day))];
    if (Number.isNaN(peakNow + peakThen)) continue;
    sumNow += peakNow;
    sumThen += peakThen;
    count++;
  }
  if (count < LEVEL_DAYS / 2) return undefined;
  const level = sumNow / sumThen;
  return (day, shiftDays) => level * measuredPeak(then, zone, moved(day, shiftDays));
}
