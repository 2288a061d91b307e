import { type DayNumber, weekdayOf } from '../../../calendar/holiday-calendar.js';
import { dayOfYear } from '../../climatology/calendar-features.js';
import type { FeatureGroup } from './feature-group.js';

/** Size of a calendar feature beside errors in logs. */
const SIZE = 0.02;

/**
 * Weekday and season of a lead day, by which an operator's errors differ.
 *
 * @param penalty of the season; the weekday's is twice as large
 */
export function calendarGroups(leadDay: number, penalty: number): readonly FeatureGroup<unknown>[] {
  const writeWeekday = (_source: unknown, day: DayNumber, out: Float64Array, at: number): void => {
    for (let weekday = 0; weekday < 7; weekday++) out[at + weekday] = weekdayOf(day + leadDay) === weekday ? SIZE : 0;
  };
  const writeSeason = (_source: unknown, day: DayNumber, out: Float64Array, at: number): void => {
    const angle = (2 * Math.PI * dayOfYear(day + leadDay)) / 365.25;
    out[at] = SIZE * Math.sin(angle);
    out[at + 1] = SIZE * Math.cos(angle);
  };
  return [
    { name: 'weekday', count: 7, penalty: 2 * penalty, write: writeWeekday },
    { name: 'season', count: 2, penalty, write: writeSeason },
  ];
}

/** A value within a limit on both sides of 0; 0 where it is missing. */
export function clipped(value: number, limit: number): number {
  return Number.isNaN(value) ? 0 : Math.max(-limit, Math.min(limit, value));
}
