import type { DayNumber } from '../../calendar/holiday-calendar.js';
import type { Products } from '../../linear-algebra/kernels.js';
import { solveRidge } from '../../linear-algebra/ridge.js';
import { addSparseRow, writeSparseRows } from '../../linear-algebra/sparse-rows.js';
import { triangleLength } from '../../linear-algebra/triangle.js';
import { DAY_MS } from '../../time/instant.js';
import type { DayTable } from '../inputs/day-table.js';
import type { SeriesInputs } from '../inputs/inputs.js';
import { cutoffsUpTo, monthlyCutoff, type Refit } from '../inputs/training-cutoff.js';
import { CLIMATOLOGY } from '../settings.data.js';
import { type CalendarDesign, type CalendarRows, calendarDesign, FIRST_HOLIDAY_COLUMN } from './calendar-features.js';

/**
 * Expected log load from the calendar alone: 24 ridge regressions, one an hour, on season, weekday, trend and holidays.
 *
 * Refitted forward in time: the coefficients of a training cutoff come from days before it only, with smaller weights for
 * older days, so residuals are out of sample, as a forecast's are. Days far from the last fit have smaller weights too:
 * the estimate is the usual load, which a heat wave or a freeze does not change.
 *
 * @see Huber 1964, "Robust estimation of a location parameter", doi:10.1214/aoms/1177703732
 */
export class Climatology {
  private readonly days: DayTable;
  private readonly design: CalendarDesign;
  private readonly rows: CalendarRows;
  private readonly coefficients = new Map<DayNumber, Float64Array>();
  /** Coefficients of one training cutoff that were fitted before: by this climatology, or by another process. */
  private held: { readonly trainingCutoff: DayNumber; readonly coefficients: Float64Array } | undefined;
  private isProvisional = false;
  /** Cross products are column by hour, as coefficients are. */
  private readonly sums: Products;
  /** Coefficients of the daily mean in the newest month's fit, by column; undefined before the first. */
  private expected: Float64Array | undefined;
  private nextDay: DayNumber;
  private presentDays = 0;
  private changes = 0;
  private preparedCutoff = Number.NEGATIVE_INFINITY;
  /** The first day with load; infinite without any. */
  firstLoadDay: DayNumber = Number.POSITIVE_INFINITY;
  /** The training cutoff of the first fit, which is used for all earlier days too; infinite without a fit. */
  firstFit: DayNumber = Number.POSITIVE_INFINITY;
  /** Days with 24 measured hours in the newest fit. */
  fittedDays = 0;
  /** Counts rebuilds: while it is unchanged, coefficients of earlier cutoffs are unchanged. */
  generation = 0;

  constructor(days: DayTable) {
    this.days = days;
    this.design = calendarDesign(days.calendar);
    this.rows = this.design.rowsIn(days.zone);
    const { size } = this.design;
    this.sums = { gram: new Float64Array(triangleLength(size)), cross: new Float64Array(size * 24) };
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
      const isMonthly = trainingCutoff === monthlyCutoff(trainingCutoff);
      this.isProvisional = this.presentDays < CLIMATOLOGY.firstFitDays || (!this.expected && !isMonthly);
      if (this.isProvisional && trainingCutoff !== refit.trainingCutoff) continue;
      if (!this.expected) this.weighDays(trainingCutoff, CLIMATOLOGY.firstRounds);
      else if (isMonthly && monthOf(trainingCutoff + 1) === 0) this.weighDays(trainingCutoff, 1);
      const coefficients = this.solve(trainingCutoff);
      this.coefficients.set(trainingCutoff, coefficients);
      // Fits within a month leave the weights of later days as they are.
      if (isMonthly) this.expected = meansOfHours(coefficients);
      this.firstFit = Math.min(this.firstFit, trainingCutoff);
    }
    this.preparedCutoff = refit.trainingCutoff;
  }

  /** The coefficients of a refit's training cutoff, after `prepare`. Column by hour. */
  coefficientsOf(trainingCutoff: DayNumber): Float64Array {
    if (this.held?.trainingCutoff === trainingCutoff) return this.held.coefficients;
    return this.coefficients.get(Math.max(trainingCutoff, this.firstFit))!;
  }

  /** Uses coefficients of a training cutoff that a `prepare` on equal days gave. They are used until the next `prepare`. */
  hold(trainingCutoff: DayNumber, coefficients: Float64Array): void {
    this.held = { trainingCutoff, coefficients };
  }

  /** Whether the series has load on most days since its first, and enough of them to be read as a neighbor. */
  get isSteady(): boolean {
    return (
      this.presentDays >= CLIMATOLOGY.steadyDays &&
      this.presentDays >= CLIMATOLOGY.steadyShare * (this.nextDay - this.firstLoadDay)
    );
  }

  /** Writes 24 expected log loads of a day by the fit of `trainingCutoff`. */
  writeLogs(day: DayNumber, trainingCutoff: DayNumber, out: Float64Array, at: number): void {
    const first = this.rows.reach(day);
    writeSparseRows(out, at, this.coefficientsOf(trainingCutoff), this.rows, first, 1);
  }

  /** `writeLogs` of the days `from` (inclusive) to `to` (exclusive), day after day. */
  writeDays(from: DayNumber, to: DayNumber, trainingCutoff: DayNumber, out: Float64Array): void {
    const first = this.rows.reach(from, to);
    writeSparseRows(out, 0, this.coefficientsOf(trainingCutoff), this.rows, first, to - from);
  }

  /** Writes the holidays' part of `writeLogs`. */
  writeHolidayPart(day: DayNumber, trainingCutoff: DayNumber, out: Float64Array, at: number): void {
    const row = this.rows.reach(day);
    writeSparseRows(out, at, this.coefficientsOf(trainingCutoff), this.rows, row, 1, FIRST_HOLIDAY_COLUMN);
  }

  private restart(): void {
    this.coefficients.clear();
    this.firstFit = Number.POSITIVE_INFINITY;
    this.fittedDays = 0;
    this.sums.gram.fill(0);
    this.sums.cross.fill(0);
    this.expected = undefined;
    this.nextDay = this.days.firstDay;
    this.presentDays = 0;
    this.firstLoadDay = Number.POSITIVE_INFINITY;
    this.generation++;
  }

  private addDay(day: DayNumber): void {
    if (this.days.has(day)) {
      this.presentDays++;
      this.firstLoadDay = Math.min(this.firstLoadDay, day);
    }
    if (this.days.filledOn(day) > 0) return;
    this.fittedDays++;
    this.addRow(day);
  }

  /** Sums grow with the day; a fit divides by its own growth. */
  private addRow(day: DayNumber): void {
    const { rows, sums } = this;
    const { logs, firstDay } = this.days;
    const [row, at] = [rows.reach(day), (day - firstDay) * 24];
    addSparseRow(sums, rows, row, this.growth(day) * this.weightOf(row, logs.subarray(at, at + 24)), logs, at);
  }

  /** Weight of a day: 1 near the newest month's fit, less for days far from it. */
  private weightOf(row: number, logs: Float64Array): number {
    const { expected } = this;
    if (!expected) return 1;
    const { starts, columns, values } = this.rows;
    let miss = logs.reduce((sum, log) => sum + log / 24, 0);
    for (let entry = starts[row]!; entry < starts[row + 1]!; entry++)
      miss -= expected[columns[entry]!]! * values[entry]!;
    return Math.min(1, CLIMATOLOGY.usualMiss / Math.abs(miss));
  }

  /**
   * Weighs all days by fits of them: at the first fit and at each turn of the year. In between, a day has the weight that the
   * fit before it gives.
   */
  private weighDays(trainingCutoff: DayNumber, rounds: number): void {
    for (let round = 0; round < rounds; round++) {
      this.expected = meansOfHours(this.solve(trainingCutoff));
      this.sums.gram.fill(0);
      this.sums.cross.fill(0);
      for (let day = this.days.firstDay; day < trainingCutoff; day++)
        if (this.days.filledOn(day) === 0) this.addRow(day);
    }
  }

  private growth(day: DayNumber): number {
    return 2 ** ((day - this.days.firstDay) / CLIMATOLOGY.halfLifeDays);
  }

  /** @returns coefficients, column by hour */
  private solve(trainingCutoff: DayNumber): Float64Array {
    const { size, penalties } = this.design;
    const { gram, cross } = this.sums;
    const scale = 1 / this.growth(trainingCutoff);
    const triangle = gram.map((sum) => sum * scale);
    const ridge = penalties.map((penalty) => CLIMATOLOGY.ridge * penalty);
    const byHour = transposed(cross, size, 24).map((sum) => sum * scale);
    solveRidge({ triangle, ridge, size }, byHour, 0, 24);
    return transposed(byHour, 24, size);
  }
}

function monthOf(day: DayNumber): number {
  return new Date(day * DAY_MS).getUTCMonth();
}

/** Coefficients of the daily mean: means over the hours, by column. */
function meansOfHours(coefficients: Float64Array): Float64Array {
  const means = new Float64Array(coefficients.length / 24);
  for (let i = 0; i < coefficients.length; i++) means[Math.floor(i / 24)]! += coefficients[i]! / 24;
  return means;
}

function transposed(matrix: Float64Array, rows: number, columns: number): Float64Array {
  const turned = new Float64Array(matrix.length);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) turned[column * rows + row] = matrix[row * columns + column]!;
  }
  return turned;
}

/** A load series as the models read it: its two views, and the climatology fitted to the training view. */
export class ModelSeries implements SeriesInputs {
  readonly id: string;
  readonly trainingView: DayTable;
  readonly climatology: Climatology;
  private readonly inputs: SeriesInputs;

  constructor(inputs: SeriesInputs) {
    this.id = inputs.id;
    this.trainingView = inputs.trainingView;
    this.climatology = new Climatology(inputs.trainingView);
    this.inputs = inputs;
  }

  get issueView(): DayTable {
    return this.inputs.issueView;
  }

  readTraining(): void {
    this.inputs.readTraining();
  }
}

const byInputs = new WeakMap<SeriesInputs, ModelSeries>();

/** The model series of a series' inputs: one for each, so that it is fitted once for all areas. */
export function modelSeriesOf(inputs: SeriesInputs): ModelSeries {
  const series = byInputs.get(inputs) ?? new ModelSeries(inputs);
  byInputs.set(inputs, series);
  return series;
}
