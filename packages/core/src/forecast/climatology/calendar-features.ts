import { type DayNumber, dayNumber, type HolidayCalendar, weekdayOf } from '../../calendar/holiday-calendar.js';
import type { SparseRow } from '../../linear-algebra/kernels.js';
import { DAY_MS } from '../../time/instant.js';
import { offsetMs } from '../../time/zone.js';
import { startOfDay } from '../inputs/local-days.js';
import { CALENDAR } from '../settings.data.js';

const YEAR_DAYS = 365.25;
const TREND_ORIGIN = dayNumber(2020, 1, 1);
const STANDARD_TIME = Date.UTC(2020, 0, 1);

const CONSTANT = 0;
const TREND = 1;
const WEEKDAY = 2;
const ANNUAL = WEEKDAY + 7;
const WEEKEND = ANNUAL + 2 * CALENDAR.annualOrders;
const DAYLIGHT = WEEKEND + 2 * CALENDAR.weekendOrders;
const MAJOR_ON_WORKDAY = DAYLIGHT + 1;

/** The first holiday column: this one and all after it are the holidays' part of a forecast. */
export const FIRST_HOLIDAY_COLUMN = MAJOR_ON_WORKDAY;
const HOLIDAY = MAJOR_ON_WORKDAY + 1;

/** The columns of a calendar's design: level, trend, weekday, season, weekend by season, daylight time, holidays. */
export class CalendarDesign {
  /** How many columns. */
  readonly size: number;
  /** Ridge penalty of each column, before the climatology's own factor. */
  readonly penalties: Float64Array;
  private readonly calendar: HolidayCalendar;
  private readonly rows = [new Map<DayNumber, SparseRow>(), new Map<DayNumber, SparseRow>()];
  private readonly rowsByZone = new Map<string, Map<DayNumber, SparseRow>>();

  constructor(calendar: HolidayCalendar) {
    this.calendar = calendar;
    this.size = HOLIDAY + calendar.holidays.length;
    this.penalties = calendarPenalties(this.size);
  }

  /** The design row of a day in a zone, cached. */
  row(zone: string, day: DayNumber): SparseRow {
    let ofZone = this.rowsByZone.get(zone);
    if (!ofZone) {
      ofZone = new Map<DayNumber, SparseRow>();
      this.rowsByZone.set(zone, ofZone);
    }
    const known = ofZone.get(day);
    if (known) return known;
    const row = this.sharedRow(zone, day);
    ofZone.set(day, row);
    return row;
  }

  /** Zones that are on daylight time on the same days share the rows of them. */
  private sharedRow(zone: string, day: DayNumber): SparseRow {
    const noon = startOfDay(zone, day) + DAY_MS / 2;
    const daylight = offsetMs(zone, noon) > offsetMs(zone, STANDARD_TIME);
    const cache = this.rows[daylight ? 1 : 0]!;
    const row = cache.get(day) ?? calendarRow(this.calendar, day, daylight);
    cache.set(day, row);
    return row;
  }
}

const designs = new WeakMap<HolidayCalendar, CalendarDesign>();

/** The design of a calendar, made once for each calendar. */
export function calendarDesign(calendar: HolidayCalendar): CalendarDesign {
  const design = designs.get(calendar) ?? new CalendarDesign(calendar);
  designs.set(calendar, design);
  return design;
}

function calendarPenalties(size: number): Float64Array {
  const penalties = new Float64Array(size);
  penalties[CONSTANT] = CALENDAR.penalties.constant;
  penalties[TREND] = CALENDAR.penalties.trend;
  penalties.fill(CALENDAR.penalties.weekday, WEEKDAY, ANNUAL);
  for (let order = 1; order <= CALENDAR.annualOrders; order++) {
    penalties.fill(CALENDAR.annualPenalty * order ** 2, ANNUAL + 2 * (order - 1), ANNUAL + 2 * order);
  }
  for (let order = 1; order <= CALENDAR.weekendOrders; order++) {
    penalties.fill(CALENDAR.weekendPenalty * order, WEEKEND + 2 * (order - 1), WEEKEND + 2 * order);
  }
  penalties[DAYLIGHT] = CALENDAR.penalties.daylight;
  penalties[MAJOR_ON_WORKDAY] = CALENDAR.penalties.majorHolidayOnWorkday;
  penalties.fill(CALENDAR.penalties.holiday, HOLIDAY);
  return penalties;
}

/** @param daylight whether the day is on daylight-saving time */
function calendarRow(calendar: HolidayCalendar, day: DayNumber, daylight: boolean): SparseRow {
  const weekday = weekdayOf(day);
  const isWeekend = weekday === 0 || weekday === 6;
  const angle = (2 * Math.PI * dayOfYear(day)) / YEAR_DAYS;
  const columns = [CONSTANT, TREND, WEEKDAY + weekday];
  const values = [1, (day - TREND_ORIGIN) / YEAR_DAYS, 1];
  for (let order = 1; order <= CALENDAR.annualOrders; order++) {
    columns.push(ANNUAL + 2 * order - 2, ANNUAL + 2 * order - 1);
    values.push(Math.sin(order * angle), Math.cos(order * angle));
  }
  if (isWeekend) {
    for (let order = 1; order <= CALENDAR.weekendOrders; order++) {
      columns.push(WEEKEND + 2 * order - 2, WEEKEND + 2 * order - 1);
      values.push(Math.sin(order * angle), Math.cos(order * angle));
    }
  }
  if (daylight) {
    columns.push(DAYLIGHT);
    values.push(1);
  }
  if (!isWeekend && calendar.isMajor(day)) {
    columns.push(MAJOR_ON_WORKDAY);
    values.push(1);
  }
  for (const holiday of calendar.on(day)) {
    columns.push(HOLIDAY + holiday);
    values.push(1);
  }
  return { columns, values };
}

/** Days since the first of January of the day's year. */
export function dayOfYear(day: DayNumber): number {
  return day - dayNumber(new Date(day * DAY_MS).getUTCFullYear(), 1, 1);
}

/** Days between two days of the year, at most half a year. */
export function seasonDistance(a: number, b: number): number {
  const distance = Math.abs(a - b) % YEAR_DAYS;
  return Math.min(distance, YEAR_DAYS - distance);
}
