import type { DayNumber, HolidayCalendar } from '../../calendar/holiday-calendar.js';
import { choleskyInPlace, choleskySolveMany } from '../../linear-algebra/cholesky.js';
import type { SparseRow } from '../../linear-algebra/kernels.js';
import { writeSparseRows } from '../../linear-algebra/sparse-rows.js';
import type { OwnClimatology } from '../forecaster.js';
import type { DayTable } from '../inputs/day-table.js';
import { cutoffsUpTo, monthlyCutoff, type Refit } from '../inputs/training-cutoff.js';
import { CLIMATOLOGY } from '../settings.data.js';
import { type CalendarDesign, calendarDesign, FIRST_HOLIDAY_COLUMN } from './calendar-features.js';

/** Parameters of a climatology. */
export interface ClimatologySettings extends OwnClimatology {
  /** Days after which a day's weight is half. */
  readonly halfLifeDays: number;
}

/**
 * Expected log load from the calendar alone: 24 ridge regressions, one an hour, on season, weekday, trend and holidays.
 *
 * Refitted forward in time: the coefficients of a training cutoff come from days before it only, with smaller weights for
 * older days, so residuals are out of sample, as a forecast's are. Days far from the last fit have smaller weights too
 * (iteratively reweighted least squares): the estimate is the usual load, which a heat wave or a freeze does not change.
 *
 * @see Huber 1964, "Robust estimation of a location parameter", doi:10.1214/aoms/1177703732
 */
export class Climatology {
  private readonly days: DayTable;
  private readonly settings: ClimatologySettings;
  private readonly design: CalendarDesign;
  private readonly coefficients = new Map<DayNumber, Float64Array>();
  /** Coefficients of one training cutoff that were fitted before: by this climatology, or by another process. */
  private held: { readonly trainingCutoff: DayNumber; readonly coefficients: Float64Array } | undefined;
  private firstCutoff = Number.POSITIVE_INFINITY;
  private isProvisional = false;
  /** Days without a filled-in hour, and their rows. */
  private readonly measured: DayNumber[] = [];
  private readonly calendars: SparseRow[] = [];
  /** Mean log load of each of them. */
  private readonly means: number[] = [];
  /** Growth of each of them. */
  private readonly growths: number[] = [];
  /** Weight of each of them in the sums below, apart from that of its age. */
  private readonly weights: number[] = [];
  private readonly gram: Float64Array;
  /** Column by hour, as coefficients are. */
  private readonly cross: Float64Array;
  /** Coefficients of the daily mean in the newest month's fit, by column; undefined before the first. */
  private expected: Float64Array | undefined;
  private nextDay: DayNumber;
  private presentDays = 0;
  private firstPresent = Number.POSITIVE_INFINITY;
  private changes = 0;
  private preparedCutoff = Number.NEGATIVE_INFINITY;
  /** Counts rebuilds: while it is unchanged, coefficients of earlier cutoffs are unchanged. */
  generation = 0;

  constructor(days: DayTable, settings: ClimatologySettings = CLIMATOLOGY) {
    this.days = days;
    this.settings = settings;
    this.design = calendarDesign(days.calendar);
    this.gram = new Float64Array(this.design.size ** 2);
    this.cross = new Float64Array(this.design.size * 24);
    this.nextDay = days.firstDay;
  }

  /** Fits every month up to the refit. The day table must be the series as known at the refit. */
  prepare(refit: Refit): void {
    this.held = undefined;
    const changedDay = this.days.changedSince(this.changes);
    const isUnchanged = this.changes === this.days.changes;
    this.changes = this.days.changes;
    if (isUnchanged && refit.trainingCutoff === this.preparedCutoff) return;
    if (changedDay < this.nextDay || this.isProvisional || refit.trainingCutoff < this.nextDay) this.restart();
    for (const trainingCutoff of cutoffsUpTo(refit, Math.max(this.nextDay, this.days.firstDay))) {
      if (this.coefficients.has(trainingCutoff)) continue;
      while (this.nextDay < trainingCutoff) this.addDay(this.nextDay++);
      this.isProvisional = this.presentDays < CLIMATOLOGY.firstFitDays;
      if (this.isProvisional && trainingCutoff !== refit.trainingCutoff) continue;
      this.coefficients.set(trainingCutoff, this.fit(trainingCutoff));
      this.firstCutoff = Math.min(this.firstCutoff, trainingCutoff);
    }
    this.preparedCutoff = refit.trainingCutoff;
  }

  /** The coefficients of a refit's training cutoff, after `prepare`. Column by hour. */
  coefficientsOf(trainingCutoff: DayNumber): Float64Array {
    return this.fitOf(trainingCutoff);
  }

  /** Uses coefficients of a training cutoff that a `prepare` on equal days gave. Until the next `prepare`. */
  hold(trainingCutoff: DayNumber, coefficients: Float64Array): void {
    this.held = { trainingCutoff, coefficients };
  }

  /** The holidays of its calendar. */
  get holidays(): HolidayCalendar {
    return this.days.calendar;
  }

  /** Whether the series has load on most days since its first, and enough of them to be read as a neighbour. */
  get isSteady(): boolean {
    return (
      this.presentDays >= CLIMATOLOGY.steadyDays &&
      this.presentDays >= CLIMATOLOGY.steadyShare * (this.nextDay - this.firstPresent)
    );
  }

  /** The first day with load; infinite without any. */
  get firstLoadDay(): DayNumber {
    return this.firstPresent;
  }

  /** The training cutoff of the first fit, which is used for all earlier days too; infinite without a fit. */
  get firstFit(): DayNumber {
    return this.firstCutoff;
  }

  /** Days with 24 measured hours in the newest fit. */
  get fittedDays(): number {
    return this.measured.length;
  }

  /** Writes 24 expected log loads of a day by the fit of `trainingCutoff`. */
  writeLogs(day: DayNumber, trainingCutoff: DayNumber, out: Float64Array, at: number): void {
    writeSparseRows(out, at, this.fitOf(trainingCutoff), [this.design.row(this.days.zone, day)]);
  }

  /** `writeLogs` of the days `from` (inclusive) to `to` (exclusive), day after day. */
  writeDays(from: DayNumber, to: DayNumber, trainingCutoff: DayNumber, out: Float64Array): void {
    const rows: SparseRow[] = [];
    for (let day = from; day < to; day++) rows.push(this.design.row(this.days.zone, day));
    writeSparseRows(out, 0, this.fitOf(trainingCutoff), rows);
  }

  /** Writes the holidays' part of `writeLogs`. */
  writeHolidayPart(day: DayNumber, trainingCutoff: DayNumber, out: Float64Array, at: number): void {
    const { columns, values } = this.design.row(this.days.zone, day);
    const first = columns.findIndex((column) => column >= FIRST_HOLIDAY_COLUMN);
    const part =
      first < 0 ? { columns: [], values: [] } : { columns: columns.slice(first), values: values.slice(first) };
    writeSparseRows(out, at, this.fitOf(trainingCutoff), [part]);
  }

  /** Column by hour. */
  private fitOf(trainingCutoff: DayNumber): Float64Array {
    if (this.held?.trainingCutoff === trainingCutoff) return this.held.coefficients;
    return this.coefficients.get(Math.max(trainingCutoff, this.firstCutoff))!;
  }

  private restart(): void {
    this.coefficients.clear();
    this.firstCutoff = Number.POSITIVE_INFINITY;
    this.measured.length = 0;
    this.calendars.length = 0;
    this.means.length = 0;
    this.growths.length = 0;
    this.weights.length = 0;
    this.gram.fill(0);
    this.cross.fill(0);
    this.expected = undefined;
    this.nextDay = this.days.firstDay;
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
    const calendar = this.design.row(this.days.zone, day);
    const mean = this.meanOf(day);
    const weight = this.weightOf(mean, calendar);
    const growth = this.growth(day);
    this.measured.push(day);
    this.calendars.push(calendar);
    this.means.push(mean);
    this.growths.push(growth);
    this.weights.push(weight);
    this.count(day, calendar, weight * growth);
  }

  private meanOf(day: DayNumber): number {
    const row = (day - this.days.firstDay) * 24;
    let mean = 0;
    for (let hour = 0; hour < 24; hour++) mean += this.days.logs[row + hour]! / 24;
    return mean;
  }

  /** Weight of a day with a mean log load: 1 near the newest month's fit, less for days far from it. */
  private weightOf(mean: number, { columns, values }: SparseRow): number {
    const { expected } = this;
    if (!expected) return 1;
    let miss = mean;
    for (let i = 0; i < columns.length; i++) miss -= expected[columns[i]!]! * values[i]!;
    return Math.min(1, this.settings.usualMiss / Math.abs(miss));
  }

  /**
   * Adds a day to the sums. Sums grow with the day; a fit divides by its own growth.
   *
   * @param grown its weight times its growth, negative to subtract
   */
  private count(day: DayNumber, { columns, values }: SparseRow, grown: number): void {
    const { gram, cross } = this;
    const { size } = this.design;
    const { logs, firstDay } = this.days;
    const row = (day - firstDay) * 24;
    for (let i = 0; i < columns.length; i++) {
      const value = grown * values[i]!;
      const gramRow = columns[i]! * size;
      for (let j = 0; j <= i; j++) gram[gramRow + columns[j]!]! += value * values[j]!;
      const column = columns[i]! * 24;
      for (let hour = 0; hour < 24; hour++) cross[column + hour]! += value * logs[row + hour]!;
    }
  }

  private growth(day: DayNumber): number {
    return 2 ** ((day - this.days.firstDay) / this.settings.halfLifeDays);
  }

  /** Only fits at the start of a month change the weights, so that later fits do not depend on fits in between. */
  private fit(trainingCutoff: DayNumber): Float64Array {
    if (this.expected && trainingCutoff !== monthlyCutoff(trainingCutoff)) return this.solve(trainingCutoff);
    const rounds = this.expected ? 1 : CLIMATOLOGY.firstRounds;
    this.expected ??= meansOf(this.solve(trainingCutoff));
    for (let round = 1; round < rounds; round++) this.expected = meansOf(this.reweighed(trainingCutoff));
    const coefficients = this.reweighed(trainingCutoff);
    this.expected = meansOf(coefficients);
    return coefficients;
  }

  /** Sets every day's weight by its distance from the last fit, and fits again. */
  private reweighed(trainingCutoff: DayNumber): Float64Array {
    if (Number.isFinite(this.settings.usualMiss))
      for (let which = 0; which < this.measured.length; which++) this.reweigh(which);
    return this.solve(trainingCutoff);
  }

  private reweigh(which: number): void {
    const day = this.measured[which]!;
    const calendar = this.calendars[which]!;
    const weight = this.weightOf(this.means[which]!, calendar);
    const change = weight - this.weights[which]!;
    if (Math.abs(change) <= CLIMATOLOGY.weightTolerance * weight) return;
    this.count(day, calendar, change * this.growths[which]!);
    this.weights[which] = weight;
  }

  /** @returns coefficients, column by hour */
  private solve(trainingCutoff: DayNumber): Float64Array {
    const { size, penalties } = this.design;
    const scale = 1 / this.growth(trainingCutoff);
    const factor = times(this.gram, scale);
    for (let i = 0; i < size; i++) factor[i * size + i]! += this.settings.ridge * penalties[i]!;
    choleskyInPlace(factor, size);
    const byHour = times(transposed(this.cross, size, 24), scale);
    choleskySolveMany(factor, size, byHour, 0, 24);
    return transposed(byHour, 24, size);
  }
}

/** Means over the hours of coefficients, by column. */
function meansOf(coefficients: Float64Array): Float64Array {
  const means = new Float64Array(coefficients.length / 24);
  for (let i = 0; i < coefficients.length; i++) means[Math.floor(i / 24)]! += coefficients[i]! / 24;
  return means;
}

function times(numbers: Float64Array, scale: number): Float64Array {
  const out = new Float64Array(numbers.length);
  for (let i = 0; i < out.length; i++) out[i] = numbers[i]! * scale;
  return out;
}

/** The transpose of a row-major matrix of `rows` by `columns`. */
function transposed(matrix: Float64Array, rows: number, columns: number): Float64Array {
  const out = new Float64Array(matrix.length);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) out[column * rows + row] = matrix[row * columns + column]!;
  }
  return out;
}
