import { DAY_MS, type EpochMs, HOUR_MS, type IncomingSeries } from '@loadcast/core';
import { instantOfLocal, type LocalCalendar, offsetMs, weekdayOf } from '@loadcast/core/time';
import { smoothestDays } from './smoothest-days.js';

/** Four years, after which the record is used again, days. */
const RECORD_DAYS = 1_461;
/** Weeks of the same season lie so far apart, days. */
const YEAR_DAYS = 364;
/** Years of the record in which a day is looked for, nearest first: a later one has not been shown yet. */
const YEARS = [0, 1, -1, 2, -2, 3, -3];
/** A holiday is looked for so far from where whole weeks lead, days. */
const HOLIDAY_REACH_DAYS = 10;
const MOST_MISSING_HOURS = 6;
/** Days beside a holiday, whose weekday says more of their load. */
const BESIDE_HOLIDAYS = new Set(['after_christmas', 'after_new_year', 'before_independence', 'after_independence']);

/** The kind of most days: their length in hours, and no holiday. */
const ORDINARY = '24';

/** Finds the recorded hour that stands for an hour of any year. */
export type FindRecordedHour = (start: EpochMs) => EpochMs;

/**
 * Moves any hour onto a record of four years. Days are moved by whole weeks, mostly the same number for four years, to the
 * same season; within a day local hours go to local hours. A holiday gets a recorded day of that holiday, a day on
 * which the clock changes one with that change; ordinary days near it may get the same weekday of another year.
 *
 * A pure function: a recorded hour stands for itself. A day of which the record lacks much counts as outside it.
 *
 * @param record the area's load; whole local days of it are used
 */
export function findRecordedHours({ timezone, calendar }: LocalCalendar, record: IncomingSeries): FindRecordedHour {
  const dayAt = (instant: EpochMs): number => Math.floor((instant + offsetMs(timezone, instant)) / DAY_MS);
  const startOf = (day: number): EpochMs => instantOfLocal(timezone, day * DAY_MS);
  const first = dayAt(record.start - 1) + 1;
  const end = dayAt(record.start + record.valuesMw.length * HOUR_MS);
  const recorded = Array.from({ length: end - first }, (_, i) => recordedDay(first + i));
  const isInside = (day: number) =>
    (recorded[day - first]?.missingHours ?? Number.POSITIVE_INFINITY) <= MOST_MISSING_HOURS;

  function recordedDay(day: number) {
    const [start, next] = [startOf(day), startOf(day + 1)];
    const hours = record.valuesMw.subarray((start - record.start) / HOUR_MS, (next - record.start) / HOUR_MS);
    const known = hours.filter((mw) => !Number.isNaN(mw));
    const meanMw = known.reduce((sum, mw) => sum + mw, 0) / known.length;
    return { kind: kindOf(day, (next - start) / HOUR_MS), missingHours: hours.length - known.length, meanMw };
  }

  function kindOf(day: number, lengthHours = (startOf(day + 1) - startOf(day)) / HOUR_MS): string {
    const holiday = calendar
      .on(day)
      .map((index) => calendar.holidays[index]!)
      .find(({ id }) => !BESIDE_HOLIDAYS.has(id));
    if (!holiday) return String(lengthHours);
    const isWeekend = weekdayOf(day) === 0 || weekdayOf(day) === 6;
    return `${lengthHours} ${holiday.id}${holiday.major || !isWeekend ? '' : ' at the weekend'}`;
  }

  /** Recorded days that may stand for a day; the first is moved as most days are. */
  function candidatesOf(day: number, isNearEnd: boolean): number[] {
    const moved = moveByWeeks(day, first, end);
    const weeks = isNearEnd ? [0] : [0, 7, -7];
    const ofKind = (kind: string) =>
      YEARS.flatMap((year) => {
        const there = moved + year * YEAR_DAYS;
        if (kind !== ORDINARY) return nearest(there, HOLIDAY_REACH_DAYS);
        return year === 0 ? [there] : weeks.map((days) => there + days); // the weeks around it in its own year are shown then
      }).filter((each) => isInside(each) && recorded[each - first]!.kind === kind);
    const same = ofKind(kindOf(day));
    if (same[0] === day) return [day];
    return same.length > 0 ? same : ofKind(ORDINARY); // the record does not know the holiday
  }

  const movedMs = new Map<number, number>();
  function moveYear(from: number, to: number): void {
    const isNearEnd = (day: number) => Math.min(day - from, to - day) < 30;
    const candidates = Array.from({ length: to - from + 1 }, (_, i) => candidatesOf(from + i, isNearEnd(from + i)));
    const chosen = smoothestDays(candidates, (day) => recorded[day - first]?.meanMw ?? Number.NaN);
    for (const [i, found] of chosen.slice(0, -1).entries()) movedMs.set(from + i, startOf(found) - startOf(from + i));
  }

  return (start) => {
    const day = dayAt(start);
    if (!movedMs.has(day)) moveYear(...yearAround(day));
    return start + movedMs.get(day)!;
  };
}

/** The first days of a year that begins in July, when no holiday is near, and of the next. */
function yearAround(day: number): [number, number] {
  const year = new Date(day * DAY_MS).getUTCFullYear();
  const [before, own, next] = [year - 1, year, year + 1].map((each) => Date.UTC(each, 6, 15) / DAY_MS);
  return day < own! ? [before!, own!] : [own!, next!];
}

/** The day in the record that lies whole weeks from a day, in the same season; a few days outside between two rounds. */
function moveByWeeks(day: number, first: number, end: number): number {
  const rounds = Math.floor((day - first) / RECORD_DAYS);
  const moves = [rounds, rounds - 1, rounds + 1].map((round) => day - 7 * Math.round((round * RECORD_DAYS) / 7));
  return moves.find((moved) => moved >= first && moved < end) ?? moves[0]!;
}

/** A day, then those around it, the nearest first. */
function nearest(day: number, reach: number): number[] {
  return Array.from({ length: 2 * reach + 1 }, (_, i) => day + (i % 2 === 1 ? (i + 1) / 2 : -i / 2));
}
