import type { DayNumber } from '../calendar/holidays.js';
import { choleskyInPlace, choleskySolveMany } from '../linear-algebra/cholesky.js';
import { type Anchor, cutsUpTo } from './anchor.js';
import {
  CALENDAR_PENALTIES,
  CALENDAR_COLUMNS as COLUMNS,
  calendarRowIn,
  FIRST_HOLIDAY_COLUMN,
  type SparseRow,
} from './calendar-features.js';
import type { DayTable } from './day-table.js';

/** What tells one climatology from another. */
export interface ClimatologySettings {
  /** A day so much older counts half. */
  readonly halfLifeDays: number;
  /** Multiplies the penalties of the calendar's columns. */
  readonly ridge: number;
}

const SETTINGS: ClimatologySettings = { halfLifeDays: 4000, ridge: 3 };
/** Days with load before the first fit; it also speaks for the days it was made from. */
const FIRST_FIT_DAYS = 730;
const STEADY_DAYS = 120;
const STEADY_SHARE = 0.7;

/**
 * What the calendar alone says of a series: 24 log loads a day from season, weekday, trend and holidays.
 *
 * Walks forward: the coefficients of a cut come from days before it only, older days counting less, and a month more
 * of data costs one month of work. Residuals taken from them are therefore honest, as a forecast's are.
 */
export class Climatology {
  private readonly days: DayTable;
  private readonly settings: ClimatologySettings;
  private readonly coefficients = new Map<DayNumber, Float64Array>();
  private firstCut = Number.POSITIVE_INFINITY;
  private isProvisional = false;
  private gram = new Float64Array(COLUMNS * COLUMNS);
  private cross = new Float64Array(24 * COLUMNS);
  private nextDay: DayNumber;
  private measuredDays = 0;
  private presentDays = 0;
  private firstPresent = Number.POSITIVE_INFINITY;
  private changes = 0;
  private preparedCut = Number.NEGATIVE_INFINITY;
  /** Counts rebuilds: coefficients of old cuts are what they were as long as it stands still. */
  generation = 0;

  constructor(days: DayTable, settings: ClimatologySettings = SETTINGS) {
    this.days = days;
    this.settings = settings;
    this.nextDay = days.firstDay;
  }

  /** Fits every month up to the anchor. The day table must be the series as known at the anchor. */
  prepare(anchor: Anchor): void {
    const changedDay = this.days.changedSince(this.changes);
    const isUnchanged = this.changes === this.days.changes;
    this.changes = this.days.changes;
    if (isUnchanged && anchor.cut === this.preparedCut) return;
    if (changedDay < this.nextDay || this.isProvisional || anchor.cut < this.nextDay) this.restart();
    for (const cut of cutsUpTo(anchor, Math.max(this.nextDay, this.days.firstDay))) {
      while (this.nextDay < cut) this.addDay(this.nextDay++);
      this.isProvisional = this.presentDays < FIRST_FIT_DAYS;
      if (this.isProvisional && cut !== anchor.cut) continue;
      this.coefficients.set(cut, this.solve(cut));
      this.firstCut = Math.min(this.firstCut, cut);
    }
    this.preparedCut = anchor.cut;
  }

  /** Whether the series is there on most days since it began, and long enough to be anyone's neighbour. */
  get isSteady(): boolean {
    return this.presentDays >= STEADY_DAYS && this.presentDays >= STEADY_SHARE * (this.nextDay - this.firstPresent);
  }

  /** The first day of which there is load; infinite while there is none. */
  get firstLoadDay(): DayNumber {
    return this.firstPresent;
  }

  /** The cut of the first fit, which speaks for all earlier days too; infinite while there is none. */
  get firstFit(): DayNumber {
    return this.firstCut;
  }

  /** How many days with 24 measured hours the newest fit stands on. */
  get fittedDays(): number {
    return this.measuredDays;
  }

  /** Writes 24 log loads of a day, as the fit of `cut` expects them. */
  writeLogs(day: DayNumber, cut: DayNumber, out: Float64Array, at: number): void {
    this.write(calendarRowIn(this.days.zone, day), cut, 0, out, at);
  }

  /** Writes the part of `writeLogs` that the holidays are responsible for. */
  writeHolidayPart(day: DayNumber, cut: DayNumber, out: Float64Array, at: number): void {
    this.write(calendarRowIn(this.days.zone, day), cut, FIRST_HOLIDAY_COLUMN, out, at);
  }

  private write({ columns, values }: SparseRow, cut: DayNumber, from: number, out: Float64Array, at: number): void {
    const coefficients = this.coefficients.get(Math.max(cut, this.firstCut))!;
    for (let hour = 0; hour < 24; hour++) {
      let log = 0;
      for (let i = 0; i < columns.length; i++) {
        if (columns[i]! >= from) log += coefficients[hour * COLUMNS + columns[i]!]! * values[i]!;
      }
      out[at + hour] = log;
    }
  }

  private restart(): void {
    this.coefficients.clear();
    this.firstCut = Number.POSITIVE_INFINITY;
    this.gram.fill(0);
    this.cross.fill(0);
    this.nextDay = this.days.firstDay;
    this.measuredDays = 0;
    this.presentDays = 0;
    this.firstPresent = Number.POSITIVE_INFINITY;
    this.generation++;
  }

  private addDay(day: DayNumber): void {
    if (this.days.has(day)) {
      this.presentDays++;
      this.firstPresent = Math.min(this.firstPresent, day);
    }
    if (this.days.filledOn(day) > 0) return;
    const { columns, values } = calendarRowIn(this.days.zone, day);
    const row = (day - this.days.firstDay) * 24;
    const weight = this.growth(day);
    for (let i = 0; i < columns.length; i++) {
      const value = weight * values[i]!;
      for (let j = 0; j <= i; j++) this.gram[columns[i]! * COLUMNS + columns[j]!]! += value * values[j]!;
    }
    for (let hour = 0; hour < 24; hour++) {
      const log = weight * this.days.logs[row + hour]!;
      for (let i = 0; i < columns.length; i++) this.cross[hour * COLUMNS + columns[i]!]! += log * values[i]!;
    }
    this.measuredDays++;
  }

  /** Days are added with weights that grow, and a fit divides by its own: the same as old days fading. */
  private growth(day: DayNumber): number {
    return 2 ** ((day - this.days.firstDay) / this.settings.halfLifeDays);
  }

  private solve(cut: DayNumber): Float64Array {
    const scale = 1 / this.growth(cut);
    const factor = this.gram.map((value) => value * scale);
    for (let i = 0; i < COLUMNS; i++) factor[i * COLUMNS + i]! += this.settings.ridge * CALENDAR_PENALTIES[i]!;
    choleskyInPlace(factor, COLUMNS);
    const solution = this.cross.map((value) => value * scale);
    choleskySolveMany(factor, COLUMNS, solution, 0, 24);
    return solution;
  }
}
