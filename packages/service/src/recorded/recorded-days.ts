import { DAY_MS, type EpochMs, HOUR_MS, type IncomingSeries } from '@loadcast/core';
import { instantOfLocal, type LocalCalendar, offsetMs, weekdayOf } from '@loadcast/core/time';

/** Four years, after which the record is used again, days. */
const RECORD_DAYS = 1_461;
/** Weeks of the same season lie so far apart, days. */
const YEAR_DAYS = 364;
/** Years of the record in which a day is looked for, nearest first: a later one has not been shown yet. */
const YEARS = [0, 1, -1, 2, -2, 3, -3];
/** A holiday is looked for so far from where whole weeks lead, days. */
const HOLIDAY_REACH_DAYS = 10;
/** A recorded day may lack so many hours. */
const MOST_MISSING_HOURS = 6;
/** Days beside a holiday, whose weekday says more of their load. */
const BESIDE_HOLIDAYS = new Set(['after_christmas', 'after_new_year', 'before_independence', 'after_independence']);

/** The kind of most days: their length in hours, and no holiday. */
const ORDINARY = '24';

/** Finds the recorded hour that stands for an hour of any year. */
export type FindRecordedHour = (start: EpochMs) => EpochMs;

/**
 * Moves any hour onto a record of four years. Days are moved by whole weeks, the same number for four years, to the
 * same season; within a day local hours go to local hours. A holiday gets the nearest recorded day of that holiday, a
 * day on which the clock changes one with that change; an ordinary day that meets either gets the same weekday of
 * another year.
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

  function kindOf(day: number): string {
    const lengthHours = (startOf(day + 1) - startOf(day)) / HOUR_MS;
    const holiday = calendar
      .on(day)
      .map((index) => calendar.holidays[index]!)
      .find(({ id }) => !BESIDE_HOLIDAYS.has(id));
    if (!holiday) return String(lengthHours);
    const isWeekend = weekdayOf(day) === 0 || weekdayOf(day) === 6;
    return `${lengthHours} ${holiday.id}${holiday.major || !isWeekend ? '' : ' at the weekend'}`;
  }

  function findDay(day: number): number {
    const moved = moveByWeeks(day, first, end);
    const kind = kindOf(day);
    const isSame = (candidate: number) => isInside(candidate) && kindOf(candidate) === kind;
    if (isSame(moved)) return moved;
    const candidates = YEARS.flatMap((year) => {
      const there = moved + year * YEAR_DAYS;
      if (kind !== ORDINARY) return nearest(there, HOLIDAY_REACH_DAYS);
      return year === 0 ? [] : [there, there + 7, there - 7]; // the weeks around it in its own year are shown then
    });
    // A holiday that the record has never seen is an ordinary day there.
    return candidates.find(isSame) ?? candidates.find(isInside)!;
  }

  const isInside = (day: number) => day >= first && day < end && missingHours(day) <= MOST_MISSING_HOURS;
  const missingHours = (day: number) => {
    const [from, to] = [day, day + 1].map((each) => (startOf(each) - record.start) / HOUR_MS);
    return record.valuesMw.subarray(from, to).reduce((count, mw) => count + Number(Number.isNaN(mw)), 0);
  };
  const days = new Map<number, number>();
  return (start) => {
    const day = dayAt(start);
    const movedMs = days.get(day) ?? startOf(findDay(day)) - startOf(day);
    days.set(day, movedMs);
    return start + movedMs;
  };
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
