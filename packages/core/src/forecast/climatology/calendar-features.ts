import { type DayNumber, dayNumber, type HolidayCalendar, weekdayOf } from '../../calendar/holiday-calendar.js';
import type { SparseRows } from '../../linear-algebra/sparse-rows.js';
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
  private readonly byZone = new Map<string, CalendarRows>();

  constructor(calendar: HolidayCalendar) {
    this.calendar = calendar;
    this.size = HOLIDAY + calendar.holidays.length;
    this.penalties = calendarPenalties(this.size);
  }

  /** The rows of days in a zone, which all that read it share. */
  rowsIn(zone: string): CalendarRows {
    const rows = this.byZone.get(zone) ?? new CalendarRows(this.calendar, zone);
    this.byZone.set(zone, rows);
    return rows;
  }
}

/** Days added before and after a requested span; half as many when the table already holds many days. */
const DAYS_BESIDE = 400;

/** The rows of one zone's days. Columns ascend in a row. */
export class CalendarRows implements SparseRows {
  starts = new Int32Array(1);
  columns = new Int32Array();
  values = new Float64Array();
  private readonly calendar: HolidayCalendar;
  private readonly zone: string;
  private firstDay: DayNumber = 0;

  constructor(calendar: HolidayCalendar, zone: string) {
    this.calendar = calendar;
    this.zone = zone;
  }

  /**
   * The row index of a day; the days after it, up to `to`, follow. The arrays are other ones afterwards where they did
   * not hold all of them.
   *
   * @param to exclusive
   */
  reach(from: DayNumber, to: DayNumber = from + 1): number {
    const isHeld = from >= this.firstDay && to <= this.firstDay + this.starts.length - 1;
    if (!isHeld) this.hold(from, to);
    return from - this.firstDay;
  }

  private hold(from: DayNumber, to: DayNumber): void {
    const count = this.starts.length - 1;
    const beside = Math.max(DAYS_BESIDE, Math.floor(count / 2));
    const [heldFrom, heldTo] = count > 0 ? [this.firstDay, this.firstDay + count] : [from, from];
    const firstDay = count > 0 && from >= heldFrom ? heldFrom : from - beside;
    const end = count > 0 && to <= heldTo ? heldTo : to + beside;
    const standardMs = offsetMs(this.zone, STANDARD_TIME);
    const [starts, columns, values]: [number[], number[], number[]] = [[0], [], []];
    for (let day = firstDay; day < end; day++) {
      if (day >= heldFrom && day < heldTo) this.copyRow(day - heldFrom, columns, values);
      else {
        const noon = startOfDay(this.zone, day) + DAY_MS / 2;
        writeRow(this.calendar, day, offsetMs(this.zone, noon) > standardMs, columns, values);
      }
      starts.push(columns.length);
    }
    this.firstDay = firstDay;
    this.starts = Int32Array.from(starts);
    this.columns = Int32Array.from(columns);
    this.values = Float64Array.from(values);
  }

  private copyRow(row: number, columns: number[], values: number[]): void {
    for (let entry = this.starts[row]!; entry < this.starts[row + 1]!; entry++) {
      columns.push(this.columns[entry]!);
      values.push(this.values[entry]!);
    }
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
function writeRow(
  calendar: HolidayCalendar,
  day: DayNumber,
  daylight: boolean,
  columns: number[],
  values: number[],
): void {
  const weekday = weekdayOf(day);
  const isWeekend = weekday === 0 || weekday === 6;
  const angle = (2 * Math.PI * dayOfYear(day)) / YEAR_DAYS;
  columns.push(CONSTANT, TREND, WEEKDAY + weekday);
  values.push(1, (day - TREND_ORIGIN) / YEAR_DAYS, 1);
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
