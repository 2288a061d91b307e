import type { DayNumber } from '../../calendar/holiday-calendar.js';
import { ceilToHour, DAY_MS, type EpochMs, HOUR_MS } from '../../time/instant.js';
import { instantOfLocal, offsetMs } from '../../time/zone.js';
import { VINTAGE_HOURS } from '../../vintages/vintage.js';

/** The local date of an instant, as a day number. */
export function localDayNumber(zone: string, instant: EpochMs): DayNumber {
  return Math.floor((instant + offsetMs(zone, instant)) / DAY_MS);
}

/** The wall-clock hour of an instant, 0 to 23. */
export function localHour(zone: string, instant: EpochMs): number {
  const wall = instant + offsetMs(zone, instant);
  return Math.floor((wall - Math.floor(wall / DAY_MS) * DAY_MS) / HOUR_MS);
}

/** The instant at which a local date begins. */
export function startOfDay(zone: string, day: DayNumber): EpochMs {
  return instantOfLocal(zone, day * DAY_MS);
}

/**
 * Copies hourly values as the 24 wall-clock hours of one local day.
 *
 * The hour that the spring change skips is the mean of its neighbors; the one that the autumn change repeats is the
 * mean of the two. NaN where the series has no value.
 *
 * @param hourly one value per UTC hour from `start`
 * @param out receives 24 values from `offset`
 */
export function copyLocalDay(
  hourly: ArrayLike<number>,
  start: EpochMs,
  zone: string,
  day: DayNumber,
  out: Float64Array,
  offset: number,
): void {
  const midnight = startOfDay(zone, day);
  const first = Math.round((midnight - start) / HOUR_MS);
  const hours = Math.round((startOfDay(zone, day + 1) - midnight) / HOUR_MS);
  if (hours === 24) {
    for (let hour = 0; hour < 24; hour++) out[offset + hour] = hourly[first + hour] ?? Number.NaN;
    return;
  }
  const sums = new Float64Array(24);
  const counts = new Uint8Array(24);
  for (let i = 0; i < hours; i++) {
    const hour = localHour(zone, midnight + i * HOUR_MS);
    sums[hour]! += hourly[first + i] ?? Number.NaN;
    counts[hour]!++;
  }
  for (let hour = 0; hour < 24; hour++) out[offset + hour] = sums[hour]! / counts[hour]!;
  for (let hour = 1; hour < 23; hour++) {
    if (counts[hour] === 0) out[offset + hour] = (out[offset + hour - 1]! + out[offset + hour + 1]!) / 2;
  }
}

/** Lead day and local hour of each hour of a forecast run. */
export interface LocalHours {
  /** Start of the first hour. */
  readonly start: EpochMs;
  /** Lead day of each hour, counted from the issue day. */
  readonly leadDays: Uint8Array;
  readonly hours: Uint8Array;
}

/**
 * Lead days and local hours of a forecast run.
 *
 * @param issueDay the local day that is lead day 0
 */
export function localHoursOf(zone: string, issuedAt: EpochMs, issueDay: DayNumber): LocalHours {
  const start = ceilToHour(issuedAt);
  const instants = Array.from({ length: VINTAGE_HOURS }, (_, i) => start + i * HOUR_MS);
  const leadDays = Uint8Array.from(instants, (at) => localDayNumber(zone, at) - issueDay);
  return { start, leadDays, hours: Uint8Array.from(instants, (at) => localHour(zone, at)) };
}
