import { type DayNumber, dayNumber, type HolidayCalendar, weekdayOf } from '../../calendar/holiday-calendar.js';
import type { SparseRows } from '../../linear-algebra/sparse-rows.js';
import { DAY_MS } from '../../time/instant.js';
import { offsetMs } from '../../time/zone.js';
import { startOfDay } from '../inputs/local-days.js';

const YEAR_DAYS = 365.25;
const TREND_ORIGIN = dayNumber(2020, 1, 1);
const STANDARD_TIME = Date.UTC(2020, 0, 1);

/** Waves of a year, and of a year at weekends. */
const ANNUAL_ORDERS = 3;
const WEEKEND_ORDERS = 2;

/** Penalties of a wave's two columns; higher for faster waves. */
const waves = (orders: number, penaltyOf: (order: number) => number): number[] =>
  Array.from({ length: 2 * orders }, (_, i) => penaltyOf(1 + Math.floor(i / 2)));

/**
 * Ridge penalties of the columns before the holidays, which `CLIMATOLOGY.ridge` multiplies: level, trend, weekday, annual waves,
 * waves at weekends, daylight time, major holidays on workdays. Next to none for the level; the trend's only prevents a trend fitted
 * to thirty days.
 */
const PENALTIES = [
  ...[1e-6, 0.1],
  ...new Array<number>(7).fill(0.3),
  ...waves(ANNUAL_ORDERS, (order) => 0.3 * order ** 2),
  ...waves(WEEKEND_ORDERS, (order) => 2 * order),
  ...[1, 0.5],
];
const HOLIDAY_PENALTY = 1;

/** The first column of each kind. */
const WEEKDAY = 2;
const ANNUAL = WEEKDAY + 7;
const WEEKEND = ANNUAL + 2 * ANNUAL_ORDERS;
const DAYLIGHT = WEEKEND + 2 * WEEKEND_ORDERS;

/** The first holiday column: this one, of major holidays on workdays, and all after it are the holidays' part of a forecast. */
export const FIRST_HOLIDAY_COLUMN = DAYLIGHT + 1;
const HOLIDAY = FIRST_HOLIDAY_COLUMN + 1;

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
    this.penalties = new Float64Array(this.size).fill(HOLIDAY_PENALTY);
    this.penalties.set(PENALTIES);
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
    const [starts, columns, values]: [number[], number[], number[]] = [[0], [], []];
    for (let day = firstDay; day < end; day++) {
      const isHeld = day >= heldFrom && day < heldTo;
      const row = isHeld ? this.rowAt(day - heldFrom) : rowOf(this.calendar, day, this.isDaylight(day));
      for (const [column, value] of row) {
        columns.push(column);
        values.push(value);
      }
      starts.push(columns.length);
    }
    this.firstDay = firstDay;
    this.starts = Int32Array.from(starts);
    this.columns = Int32Array.from(columns);
    this.values = Float64Array.from(values);
  }

  /** Whether a day is on daylight-saving time at noon. */
  private isDaylight(day: DayNumber): boolean {
    return offsetMs(this.zone, startOfDay(this.zone, day) + DAY_MS / 2) > offsetMs(this.zone, STANDARD_TIME);
  }

  private rowAt(row: number): (readonly [number, number])[] {
    const [from, to] = [this.starts[row]!, this.starts[row + 1]!];
    return Array.from(this.columns.subarray(from, to), (column, i) => [column, this.values[from + i]!] as const);
  }
}

const designs = new WeakMap<HolidayCalendar, CalendarDesign>();

/** The design of a calendar, made once for each calendar. */
export function calendarDesign(calendar: HolidayCalendar): CalendarDesign {
  const design = designs.get(calendar) ?? new CalendarDesign(calendar);
  designs.set(calendar, design);
  return design;
}

/** A day's columns with their values, ascending. */
function rowOf(calendar: HolidayCalendar, day: DayNumber, isDaylight: boolean): (readonly [number, number])[] {
  const weekday = weekdayOf(day);
  const isWeekend = weekday === 0 || weekday === 6;
  const angle = (2 * Math.PI * dayOfYear(day)) / YEAR_DAYS;
  const wavesFrom = (column: number, orders: number) =>
    Array.from({ length: 2 * orders }, (_, i) => {
      const wave = i % 2 === 0 ? Math.sin : Math.cos;
      return [column + i, wave((1 + Math.floor(i / 2)) * angle)] as const;
    });
  return [
    [0, 1],
    [1, (day - TREND_ORIGIN) / YEAR_DAYS],
    [WEEKDAY + weekday, 1],
    ...wavesFrom(ANNUAL, ANNUAL_ORDERS),
    ...(isWeekend ? wavesFrom(WEEKEND, WEEKEND_ORDERS) : []),
    ...(isDaylight ? [[DAYLIGHT, 1] as const] : []),
    ...(!isWeekend && calendar.isMajor(day) ? [[FIRST_HOLIDAY_COLUMN, 1] as const] : []),
    ...calendar.on(day).map((holiday) => [HOLIDAY + holiday, 1] as const),
  ];
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
