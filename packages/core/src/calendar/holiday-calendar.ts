import { DAY_MS } from '../time/instant.js';
import type { Holiday } from './holiday-rule.js';

const SATURDAY = 6;
const SUNDAY = 0;

/** A local date as a count of days since 1970-01-01. */
export type DayNumber = number;

/**
 * The day number of a date.
 *
 * @example
 * dayNumber(1970, 1, 2) // => 1
 */
export function dayNumber(year: number, month: number, day: number): DayNumber {
  return Math.round(Date.UTC(year, month - 1, day) / DAY_MS);
}

/**
 * The weekday of a day, 0 = Sunday.
 *
 * @example
 * weekdayOf(dayNumber(2024, 2, 29)) // => 4
 */
export function weekdayOf(day: DayNumber): number {
  return (((day + 4) % 7) + 7) % 7;
}

/**
 * Western Easter Sunday.
 *
 * @see Meeus, Jones, Butcher: "Anonymous Gregorian algorithm", Nature 13 (1876) 487
 * @example
 * easterSunday(2024) === dayNumber(2024, 3, 31) // => true
 */
export function easterSunday(year: number): DayNumber {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return dayNumber(year, Math.floor(n / 31), (n % 31) + 1);
}

const NONE: readonly number[] = [];

/** The holidays of one country or region. */
export interface HolidayCalendar {
  readonly id: string;
  readonly holidays: readonly Holiday[];
  /** Which holidays a day is: indices into `holidays`, none for an ordinary day. */
  on(day: DayNumber): readonly number[];
  /** Whether most people do not work on a day because of a holiday. */
  isMajor(day: DayNumber): boolean;
}

/**
 * A calendar of holidays given as rules.
 *
 * @param id names it in logs and settings
 * @param holidays one rule each; a day may be several of them
 * @example
 * createHolidayCalendar('feast', [{ id: 'feast', rule: { kind: 'easter', plusDays: 39 } }]).on(dayNumber(2024, 5, 9)) // => [0]
 */
export function createHolidayCalendar(id: string, holidays: readonly Holiday[]): HolidayCalendar {
  const years = new Map<number, ReadonlyMap<DayNumber, readonly number[]>>();
  const on = (day: DayNumber): readonly number[] => {
    const year = yearOf(day);
    const table = years.get(year) ?? holidaysOfYear(holidays, year);
    years.set(year, table);
    return table.get(day) ?? NONE;
  };
  return { id, holidays, on, isMajor: (day) => on(day).some((index) => holidays[index]!.major === true) };
}

function yearOf(day: DayNumber): number {
  return new Date(day * DAY_MS).getUTCFullYear();
}

function holidaysOfYear(holidays: readonly Holiday[], year: number): ReadonlyMap<DayNumber, readonly number[]> {
  const table = new Map<DayNumber, number[]>();
  holidays.forEach((holiday, index) => {
    for (const day of findDates(holiday, holidays, year)) table.set(day, [...(table.get(day) ?? []), index]);
  });
  return table;
}

function findDates({ rule, since }: Holiday, holidays: readonly Holiday[], year: number): DayNumber[] {
  if (since !== undefined && year < since) return [];
  switch (rule.kind) {
    case 'date': {
      const first = dayNumber(year, rule.month, rule.firstDay);
      return Array.from({ length: rule.lastDay - rule.firstDay + 1 }, (_, i) => first + i);
    }
    case 'weekday': {
      const first = dayNumber(year, rule.month, 1);
      const toWeekday = (rule.weekday - weekdayOf(first) + 7) % 7;
      return [first + toWeekday + 7 * (rule.nth - 1) + rule.plusDays];
    }
    case 'last_weekday':
      return [weekdayUpTo(dayNumber(year, rule.month + 1, 1) - 1, rule.weekday)];
    case 'weekday_before':
      return [weekdayUpTo(dayNumber(year, rule.month, rule.day) - 1, rule.weekday)];
    case 'easter':
      return [easterSunday(year) + rule.plusDays];
    case 'observed': {
      const movable = (of: number): DayNumber[] =>
        holidays.filter((holiday) => holiday.movable).flatMap((holiday) => findDates(holiday, holidays, of));
      return rule.by === 'nearest'
        ? observedNearest([...movable(year), ...movable(year + 1)], year)
        : nextFree(movable(year));
    }
  }
}

/** The last day of a weekday that is not after a day. */
function weekdayUpTo(day: DayNumber, weekday: number): DayNumber {
  return day - ((weekdayOf(day) - weekday + 7) % 7);
}

/** Friday for a Saturday holiday, Monday for a Sunday one. New Year's Friday falls into the year before. */
function observedNearest(days: readonly DayNumber[], year: number): DayNumber[] {
  return days
    .flatMap((day) => (weekdayOf(day) === SATURDAY ? [day - 1] : weekdayOf(day) === SUNDAY ? [day + 1] : []))
    .filter((day) => yearOf(day) === year);
}

/** Moves each holiday on a weekend to the next free working day. */
function nextFree(days: readonly DayNumber[]): DayNumber[] {
  const taken = new Set(days);
  return days.filter(isWeekend).map((day) => {
    let next = day + 1;
    while (isWeekend(next) || taken.has(next)) next++;
    taken.add(next);
    return next;
  });
}

function isWeekend(day: DayNumber): boolean {
  return weekdayOf(day) === SATURDAY || weekdayOf(day) === SUNDAY;
}
