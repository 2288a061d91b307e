/** Hours of the contract's clocks by `Intl` alone: a check never uses the code it checks. */
import { addDays, DAY_MS, HOUR_MS, type Window } from '@loadcast/core';

export { addDays, DAY_MS, HOUR_MS, type Window };

export const iso = (instant: number): string => new Date(instant).toISOString();
export const ceilToHour = (instant: number): number => Math.ceil(instant / HOUR_MS) * HOUR_MS;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const options = { dateStyle: 'short', timeStyle: 'short', timeZone: zone } as const;
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('sv-SE', options);
  formats.set(zone, format);
  return format;
}

/** Day (`YYYY-MM-DD`) and hour (0..23) that a wall clock shows. */
export function wallClock(zone: string, instant: number): { readonly day: string; readonly hour: number } {
  const text = formatOf(zone).format(instant);
  return { day: text.slice(0, 10), hour: Number(text.slice(11, 13)) };
}

/** The first instant at which a wall clock shows a whole hour of a day. */
export function instantOf(zone: string, day: string, hour = 0): number {
  const guess = Date.parse(`${day}T00:00Z`) + hour * HOUR_MS;
  for (let shift = -14; shift <= 14; shift++) {
    const shown = wallClock(zone, guess + shift * HOUR_MS);
    if (shown.day === day && shown.hour === hour) return guess + shift * HOUR_MS;
  }
  throw new Error(`${zone} has no ${hour}:00 on ${day}`);
}

/** A day from its midnight to the next: 23, 24 or 25 hours. */
export function dayWindow(zone: string, day: string): Window {
  return { start: instantOf(zone, day), end: instantOf(zone, addDays(day, 1)) };
}

/** The last days of a clock that are over. @param now the first full hour ahead: the day is taken from the instant before it */
export function lastDays(zone: string, now: number, days: number) {
  const today = wallClock(zone, now - 1).day;
  const first = addDays(today, -days);
  return { first, last: addDays(today, -1), start: instantOf(zone, first), end: instantOf(zone, today) };
}

/** Operating day and hour ending of an hour: 1..24, no 3 on the spring day, 25 for the repeated hour of autumn. */
export function operatingHour(zone: string, start: number): { operatingDay: string; hourEnding: number } {
  const now = wallClock(zone, start);
  const before = wallClock(zone, start - HOUR_MS);
  const isRepeated = now.day === before.day && now.hour === before.hour;
  return { operatingDay: now.day, hourEnding: isRepeated ? 25 : now.hour + 1 };
}
