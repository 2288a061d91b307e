import type { DayNumber } from '../../calendar/holiday-calendar.js';
import { choleskyInPlace, choleskySolveMany, dot } from '../../linear-algebra/cholesky.js';
import { addCross, addGram } from '../../linear-algebra/gram.js';
import { dayOfYear, seasonDistance } from '../climatology/calendar-features.js';
import type { View } from '../inputs/inputs.js';
import { cutoffsUpTo, nextMonthlyCutoff, type Refit } from '../inputs/training-cutoff.js';
import { REGRESSION } from '../settings.data.js';

/** The shape of a regression's rows and targets, one of each an issue day, and where they come from. Both are logs. */
export interface Design {
  /** Features of a row. */
  readonly size: number;
  /** Ridge penalty of each feature. */
  readonly penalties: Float64Array;
  /** Lead days 0 to `lastLeadDay` are forecast, 24 hours each: the outputs, in that order. */
  readonly lastLeadDay: number;
  /** First issue day of the training data. */
  readonly firstDay: DayNumber;
  /** Ridge strength of a lead day; lead days with the same share one factorisation. */
  ridge(leadDay: number): number;
  /**
   * The rows of issue days `from` (inclusive) to `to` (exclusive).
   *
   * @param view which view of the series is read
   * @param trainingCutoff of the baseline's fit that residuals are taken from
   */
  open(view: View, trainingCutoff: DayNumber, from: DayNumber, to: DayNumber): DesignRows;
}

/** The rows and targets of a run of issue days. */
export interface DesignRows {
  /** Whether enough of a day's row and targets was measured to train on. */
  isUsable(day: DayNumber): boolean;
  writeRow(day: DayNumber, out: Float64Array, at: number): void;
  /** Only in the training view. */
  writeTargets(day: DayNumber, out: Float64Array, at: number): void;
}

/** Gram matrix and cross products of one calendar month's rows, over all years. */
interface SeasonBlock {
  readonly gram: Float64Array;
  readonly cross: Float64Array;
  /** The day its weights refer to. */
  reference: DayNumber;
}

/** A fit: one column of weights per output. */
export type Weights = Float64Array;

/** A regression that is refitted forward in time and forecasts from a design's rows. */
export interface Regression {
  /** Rows behind the newest fit. */
  readonly rows: number;
  /** Drops all training rows. */
  restart(): void;
  /**
   * Adds rows up to the refit, fitting at each training cutoff on the way.
   *
   * @param wantFrom cutoffs from here on are fitted
   * @param visit called for each fitted trainingCutoff, ascending, the refit's own last
   */
  advance(refit: Refit, wantFrom: DayNumber, visit: VisitFit): void;
}

/** @param next the next fit's training cutoff, or the refit's: issue days from `trainingCutoff` to before it use this fit */
export type VisitFit = (trainingCutoff: DayNumber, next: DayNumber, weights: Weights) => void;

/**
 * Ridge regression of the coming days on the past ones, refitted every month on all rows before it.
 *
 * Rows are summed into twelve blocks, one a calendar month; a fit adds the blocks with larger weights for its own season
 * and for recent years, so it costs no more with ten years of data than with one. All outputs share one
 * factorisation per lead day.
 */
export class LaggedRegression implements Regression {
  private readonly design: Design;
  private readonly trainingAreas: readonly Design[];
  private readonly outputs: number;
  private blocks = new Map<number, SeasonBlock>();
  private pending: [trainingCutoff: DayNumber, next: DayNumber][] = [];
  private nextCutoff = Number.NEGATIVE_INFINITY;
  private rowCount = 0;

  /**
   * @param design what is forecast from
   * @param trainingAreas designs of the same shape that rows are taken from, all days of one before the next's
   */
  constructor(design: Design, trainingAreas: readonly Design[] = [design]) {
    this.design = design;
    this.trainingAreas = trainingAreas;
    this.outputs = 24 * (design.lastLeadDay + 1);
  }

  get rows(): number {
    return this.rowCount;
  }

  restart(): void {
    this.blocks.clear();
    this.pending = [];
    this.nextCutoff = Number.NEGATIVE_INFINITY;
    this.rowCount = 0;
  }

  advance(refit: Refit, wantFrom: DayNumber, visit: VisitFit): void {
    const firstDay = Math.min(...this.trainingAreas.map((trainingArea) => trainingArea.firstDay));
    for (const trainingCutoff of cutoffsUpTo(refit, Math.max(this.nextCutoff, firstDay))) {
      this.addPendingBefore(trainingCutoff);
      const next = Math.min(nextMonthlyCutoff(trainingCutoff), refit.trainingCutoff);
      if (
        (trainingCutoff >= wantFrom && this.rowCount >= REGRESSION.fewestRows) ||
        trainingCutoff === refit.trainingCutoff
      )
        visit(trainingCutoff, next, this.solve(trainingCutoff));
      if (next > trainingCutoff) {
        this.pending.push([trainingCutoff, next]);
        this.nextCutoff = next;
      }
    }
  }

  /** A month's rows are summed once all their targets lie before the training cutoff. */
  private addPendingBefore(trainingCutoff: DayNumber): void {
    while (this.pending.length > 0 && this.pending[0]![1] + this.design.lastLeadDay < trainingCutoff) {
      const [from, to] = this.pending.shift()!;
      this.addRows(from, to);
    }
  }

  private addRows(from: DayNumber, to: DayNumber): void {
    const { trainingAreas, outputs } = this;
    const { size } = this.design;
    const rows = new Float64Array(trainingAreas.length * (to - from) * size);
    const targets = new Float64Array(trainingAreas.length * (to - from) * outputs);
    let count = 0;
    for (const trainingArea of trainingAreas) {
      if (to <= trainingArea.firstDay) continue;
      const area = trainingArea.open('trainingView', from, from, to);
      for (let day = Math.max(from, trainingArea.firstDay); day < to; day++) {
        if (!area.isUsable(day)) continue;
        area.writeRow(day, rows, count * size);
        area.writeTargets(day, targets, count * outputs);
        count++;
      }
    }
    if (count === 0) return;
    const block = this.blockOf(from);
    addGram(block.gram, rows, count, size);
    addCross(block.cross, rows, targets, count, size, outputs);
    this.rowCount += count;
  }

  private blockOf(trainingCutoff: DayNumber): SeasonBlock {
    const month = new Date((trainingCutoff + REGRESSION.middleOfMonth) * 86_400_000).getUTCMonth();
    const block = this.blocks.get(month) ?? {
      gram: new Float64Array(this.design.size ** 2),
      cross: new Float64Array(this.design.size * this.outputs),
      reference: trainingCutoff + REGRESSION.middleOfMonth,
    };
    this.blocks.set(month, block);
    const fade = 0.5 ** ((trainingCutoff + REGRESSION.middleOfMonth - block.reference) / REGRESSION.halfLifeDays);
    if (fade < 1) {
      for (let i = 0; i < block.gram.length; i++) block.gram[i]! *= fade;
      for (let i = 0; i < block.cross.length; i++) block.cross[i]! *= fade;
    }
    block.reference = trainingCutoff + REGRESSION.middleOfMonth;
    return block;
  }

  private solve(trainingCutoff: DayNumber): Weights {
    const { size, penalties, lastLeadDay } = this.design;
    const gram = new Float64Array(size * size);
    const weights = new Float64Array(size * this.outputs);
    const season = dayOfYear(trainingCutoff + REGRESSION.middleOfMonth);
    for (const block of this.blocks.values()) {
      const distance = seasonDistance(dayOfYear(block.reference), season) / REGRESSION.seasonWidthDays;
      const nearness = REGRESSION.seasonFloor + (1 - REGRESSION.seasonFloor) * Math.exp(-0.5 * distance ** 2);
      const weight = nearness * 0.5 ** ((trainingCutoff - block.reference) / REGRESSION.halfLifeDays);
      for (let i = 0; i < gram.length; i++) gram[i]! += weight * block.gram[i]!;
      for (let i = 0; i < weights.length; i++) weights[i]! += weight * block.cross[i]!;
    }
    let factor = gram;
    for (let leadDay = 0; leadDay <= lastLeadDay; leadDay++) {
      const ridge = this.design.ridge(leadDay);
      if (leadDay === 0 || ridge !== this.design.ridge(leadDay - 1)) {
        factor = gram.slice();
        for (let i = 0; i < size; i++) factor[i * size + i]! += ridge * REGRESSION.residualVariance * penalties[i]!;
        choleskyInPlace(factor, size);
      }
      choleskySolveMany(factor, size, weights, leadDay * 24 * size, 24);
    }
    return weights;
  }
}

/** Forecast residuals of an issue day, in log, lead day by hour. */
export function predictResiduals(design: Design, rows: DesignRows, day: DayNumber, weights: Weights): Float64Array {
  const { size, lastLeadDay } = design;
  const row = new Float64Array(size);
  rows.writeRow(day, row, 0);
  const residuals = new Float64Array(24 * (lastLeadDay + 1));
  for (let output = 0; output < residuals.length; output++)
    residuals[output] = dot(weights, output * size, row, 0, size);
  return residuals;
}
