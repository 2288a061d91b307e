import { DAY_MS } from '../time/instant.js';
import { HOLIDAYS, type Holiday } from './holidays.data.js';

const SATURDAY = 6;
const SUNDAY = 0;
const MAJOR = new Set(HOLIDAYS.filter((holiday) => holiday.major).map((holiday) => holiday.id));
const years = new Map<number, ReadonlyMap<number, readonly number[]>>();

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

/**
 * Which holidays a day is: indices into `HOLIDAYS`, none for an ordinary day.
 *
 * @example
 * holidaysOn(dayNumber(2024, 7, 9)) // => []
 */
export function holidaysOn(day: DayNumber): readonly number[] {
  const year = new Date(day * DAY_MS).getUTCFullYear();
  let table = years.get(year);
  if (!table) {
    table = holidaysOfYear(year);
    years.set(year, table);
  }
  return table.get(day) ?? [];
}

/** Whether most people do not work on a day for a holiday's sake. */
export function isMajorHoliday(day: DayNumber): boolean {
  return holidaysOn(day).some((index) => MAJOR.has(HOLIDAYS[index]!.id));
}

function holidaysOfYear(year: number): ReadonlyMap<number, readonly number[]> {
  const table = new Map<number, number[]>();
  HOLIDAYS.forEach((holiday, index) => {
    for (const day of datesOf(holiday, year)) table.set(day, [...(table.get(day) ?? []), index]);
  });
  return table;
}

function datesOf({ rule, since }: Holiday, year: number): DayNumber[] {
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
    case 'last_weekday': {
      const last = dayNumber(year, rule.month + 1, 1) - 1;
      return [last - ((weekdayOf(last) - rule.weekday + 7) % 7)];
    }
    case 'easter':
      return [easterSunday(year) + rule.plusDays];
    case 'observed':
      return HOLIDAYS.filter((holiday) => holiday.movable).flatMap((holiday) => observedDates(holiday, year));
  }
}

/** Friday for a Saturday holiday, Monday for a Sunday one. New Year's Friday falls into the year before. */
function observedDates(holiday: Holiday, year: number): DayNumber[] {
  return [year, year + 1]
    .flatMap((of) => datesOf(holiday, of))
    .flatMap((day) => (weekdayOf(day) === SATURDAY ? [day - 1] : weekdayOf(day) === SUNDAY ? [day + 1] : []))
    .filter((day) => new Date(day * DAY_MS).getUTCFullYear() === year);
}
