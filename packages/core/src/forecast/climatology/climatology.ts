import type { DayNumber, HolidayCalendar } from '../../calendar/holiday-calendar.js';
import { solveRidge } from '../../linear-algebra/cholesky.js';
import { addSparseProducts } from '../../linear-algebra/sparse-products.js';
import { writeSparseRows } from '../../linear-algebra/sparse-rows.js';
import { triangleLength } from '../../linear-algebra/triangle.js';
import type { OwnClimatology } from '../forecaster.js';
import type { DayTable } from '../inputs/day-table.js';
import { cutoffsUpTo, monthlyCutoff, type Refit } from '../inputs/training-cutoff.js';
import { CLIMATOLOGY } from '../settings.data.js';
import { type CalendarDesign, type CalendarRows, calendarDesign, FIRST_HOLIDAY_COLUMN } from './calendar-features.js';
import { meansOfHours } from './coefficients.js';

/** The entries of a row that are written at once. */
const HOLIDAY_PART = new Int32Array(2);

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
  private readonly rows: CalendarRows;
  private readonly coefficients = new Map<DayNumber, Float64Array>();
  /** Coefficients of one training cutoff that were fitted before: by this climatology, or by another process. */
  private held: { readonly trainingCutoff: DayNumber; readonly coefficients: Float64Array } | undefined;
  private firstCutoff = Number.POSITIVE_INFINITY;
  private isProvisional = false;
  /** Days without a filled-in hour. */
  private readonly measured: DayNumber[] = [];
  /** Mean log load of each of them. */
  private readonly means: number[] = [];
  /** Growth of each of them. */
  private readonly growths: number[] = [];
  /** Weight of each day in the sums below, apart from its age weight. */
  private readonly weights: number[] = [];
  /** Days to be added to the sums below, and how much each counts. */
  private readonly counted: DayNumber[] = [];
  private readonly grown: number[] = [];
  /** The lower triangle. */
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
    this.rows = this.design.rowsIn(days.zone);
    this.gram = new Float64Array(triangleLength(this.design.size));
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

  /** Uses coefficients of a training cutoff that a `prepare` on equal days gave. They are used until the next `prepare`. */
  hold(trainingCutoff: DayNumber, coefficients: Float64Array): void {
    this.held = { trainingCutoff, coefficients };
  }

  /** The holidays of its calendar. */
  get holidays(): HolidayCalendar {
    return this.days.calendar;
  }

  /** Whether the series has load on most days since its first, and enough of them to be read as a neighbor. */
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
    const first = this.rows.reach(day);
    writeSparseRows(out, at, this.fitOf(trainingCutoff), this.rows, first, 1);
  }

  /** `writeLogs` of the days `from` (inclusive) to `to` (exclusive), day after day. */
  writeDays(from: DayNumber, to: DayNumber, trainingCutoff: DayNumber, out: Float64Array): void {
    const first = this.rows.reach(from, to);
    writeSparseRows(out, 0, this.fitOf(trainingCutoff), this.rows, first, to - from);
  }

  /** Writes the holidays' part of `writeLogs`. */
  writeHolidayPart(day: DayNumber, trainingCutoff: DayNumber, out: Float64Array, at: number): void {
    const row = this.rows.reach(day);
    const { starts, columns, values } = this.rows;
    const [from, to] = [starts[row]!, starts[row + 1]!];
    let first = from;
    while (first < to && columns[first]! < FIRST_HOLIDAY_COLUMN) first++;
    HOLIDAY_PART[0] = first;
    HOLIDAY_PART[1] = to;
    writeSparseRows(out, at, this.fitOf(trainingCutoff), { starts: HOLIDAY_PART, columns, values }, 0, 1);
  }

  /** Column by hour. */
  private fitOf(trainingCutoff: DayNumber): Float64Array {
    if (this.held?.trainingCutoff === trainingCutoff) return this.held.coefficients;
    return this.coefficients.get(Math.max(trainingCutoff, this.firstCutoff))!;
  }

  private restart(): void {
    this.coefficients.clear();
    this.firstCutoff = Number.POSITIVE_INFINITY;
    const { measured, means, growths, weights, counted, grown } = this;
    for (const list of [measured, means, growths, weights, counted, grown]) list.length = 0;
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
    const mean = this.meanOf(day);
    const weight = this.weightOf(mean, this.rows.reach(day));
    const growth = this.growth(day);
    this.measured.push(day);
    this.means.push(mean);
    this.growths.push(growth);
    this.weights.push(weight);
    this.count(day, weight * growth);
  }

  private meanOf(day: DayNumber): number {
    const row = (day - this.days.firstDay) * 24;
    let mean = 0;
    for (let hour = 0; hour < 24; hour++) mean += this.days.logs[row + hour]! / 24;
    return mean;
  }

  /** Weight of a day with a mean log load: 1 near the newest month's fit, less for days far from it. */
  private weightOf(mean: number, row: number): number {
    const { expected } = this;
    if (!expected) return 1;
    const { starts, columns, values } = this.rows;
    const end = starts[row + 1]!;
    let miss = mean;
    for (let entry = starts[row]!; entry < end; entry++) miss -= expected[columns[entry]!]! * values[entry]!;
    return Math.min(1, this.settings.usualMiss / Math.abs(miss));
  }

  /**
   * Adds a day to the sums, at the next fit. Sums grow with the day; a fit divides by its own growth.
   *
   * @param grown its weight times its growth, negative to subtract
   */
  private count(day: DayNumber, grown: number): void {
    this.counted.push(day);
    this.grown.push(grown);
  }

  /** Brings the sums up to the days that were counted. */
  private addCounted(): void {
    const { gram, cross, counted, grown: factors, rows, measured } = this;
    if (counted.length === 0) return;
    const { logs: targets, firstDay } = this.days;
    // Measured days ascend, and all counted days are among them.
    const first = rows.reach(measured[0]!, measured.at(-1)! + 1) - measured[0]!;
    const [which, targetRows] = [counted.map((day) => first + day), counted.map((day) => day - firstDay)];
    addSparseProducts({ gram, cross }, { rows, which, factors, targets, targetRows });
    counted.length = 0;
    factors.length = 0;
  }

  private growth(day: DayNumber): number {
    return 2 ** ((day - this.days.firstDay) / this.settings.halfLifeDays);
  }

  /** Only fits at the start of a month change the weights, so that later fits do not depend on fits in between. */
  private fit(trainingCutoff: DayNumber): Float64Array {
    if (this.expected && trainingCutoff !== monthlyCutoff(trainingCutoff)) return this.solve(trainingCutoff);
    // Without a usual miss all days have one weight, and every fit of the same days is the same.
    const reweighs = Number.isFinite(this.settings.usualMiss);
    const rounds = !reweighs || this.expected ? 1 : CLIMATOLOGY.firstRounds;
    if (reweighs) this.expected ??= meansOfHours(this.solve(trainingCutoff));
    for (let round = 1; round < rounds; round++) this.expected = meansOfHours(this.reweighed(trainingCutoff));
    const coefficients = reweighs ? this.reweighed(trainingCutoff) : this.solve(trainingCutoff);
    this.expected = meansOfHours(coefficients);
    return coefficients;
  }

  /** Sets every day's weight by its distance from the last fit, and fits again. */
  private reweighed(trainingCutoff: DayNumber): Float64Array {
    const { measured, means, weights, growths } = this;
    if (measured.length === 0) return this.solve(trainingCutoff);
    // The days ascend: loading the rows of the first and the last day loads every row between them.
    const first = this.rows.reach(measured[0]!, measured.at(-1)! + 1) - measured[0]!;
    for (let which = 0; which < measured.length; which++) {
      const day = measured[which]!;
      const weight = this.weightOf(means[which]!, first + day);
      const change = weight - weights[which]!;
      if (Math.abs(change) <= CLIMATOLOGY.weightTolerance * weight) continue;
      this.count(day, change * growths[which]!);
      weights[which] = weight;
    }
    return this.solve(trainingCutoff);
  }

  /** @returns coefficients, column by hour */
  private solve(trainingCutoff: DayNumber): Float64Array {
    this.addCounted();
    const { size, penalties } = this.design;
    const { gram, cross } = this;
    const scale = 1 / this.growth(trainingCutoff);
    const triangle = scratch('triangle', gram.length);
    for (let i = 0; i < gram.length; i++) triangle[i] = gram[i]! * scale;
    const ridge = scratch('ridge', size);
    for (let i = 0; i < size; i++) ridge[i] = this.settings.ridge * penalties[i]!;
    const byHour = scratch('byHour', cross.length);
    for (let column = 0; column < size; column++) {
      for (let hour = 0; hour < 24; hour++) byHour[hour * size + column] = cross[column * 24 + hour]! * scale;
    }
    solveRidge({ triangle, ridge, size }, byHour, 0, 24);
    const coefficients = new Float64Array(cross.length);
    for (let hour = 0; hour < 24; hour++) {
      for (let column = 0; column < size; column++) coefficients[column * 24 + hour] = byHour[hour * size + column]!;
    }
    return coefficients;
  }
}

/** Buffers for fits; a thread computes one fit at a time. */
const kept = { triangle: new Float64Array(), ridge: new Float64Array(), byHour: new Float64Array() };

function scratch(name: keyof typeof kept, length: number): Float64Array {
  if (kept[name].length < length) kept[name] = new Float64Array(length);
  return kept[name];
}
