import type { DayNumber } from '../../calendar/holiday-calendar.js';
import type { Products } from '../../linear-algebra/kernels.js';
import { addProducts, dotsOf } from '../../linear-algebra/products.js';
import { solveRidge } from '../../linear-algebra/ridge.js';
import { triangleLength } from '../../linear-algebra/triangle.js';
import { addWeighted } from '../../linear-algebra/weighted-sum.js';
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
  /** Ridge strength of an output; outputs in a row that have the same share one factorisation. */
  ridge(output: number): number;
  /**
   * The rows of issue days `from` (inclusive) to `to` (exclusive); rows of a training view stay valid until others of
   * it are opened.
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

/**
 * @param next the next fit's training cutoff, or the refit's: issue days from `trainingCutoff` to before it use this fit
 * @param weights valid until the next fit; the refit's own weights are never overwritten
 */
export type VisitFit = (trainingCutoff: DayNumber, next: DayNumber, weights: Weights) => void;

/**
 * Ridge regression of the coming days on the past ones, refitted every month on all rows before it.
 *
 * Rows are summed into twelve blocks, one a calendar month; a fit adds the blocks with larger weights for its own season
 * and for recent years, so it costs no more with ten years of data than with one. All outputs share one
 * factorisation per lead day.
 */
export class LaggedRegression implements Regression {
  rows = 0;
  private readonly design: Design;
  private readonly trainingAreas: readonly Design[];
  private readonly outputs: number;
  private readonly blocks: SeasonBlocks;
  private pending: [trainingCutoff: DayNumber, next: DayNumber][] = [];
  private nextCutoff = Number.NEGATIVE_INFINITY;
  private buffers = { rows: new Float64Array(), targets: new Float64Array() };

  /**
   * @param design the design to forecast from
   * @param trainingAreas designs of the same shape that rows are taken from, all days of one before the next's
   */
  constructor(design: Design, trainingAreas: readonly Design[] = [design]) {
    this.design = design;
    this.trainingAreas = trainingAreas;
    this.outputs = 24 * (design.lastLeadDay + 1);
    this.blocks = new SeasonBlocks(design.size, this.outputs);
  }

  restart(): void {
    this.blocks.clear();
    this.pending = [];
    this.nextCutoff = Number.NEGATIVE_INFINITY;
    this.rows = 0;
    this.buffers = { rows: new Float64Array(), targets: new Float64Array() };
  }

  advance(refit: Refit, wantFrom: DayNumber, visit: VisitFit): void {
    const firstDay = Math.min(...this.trainingAreas.map((trainingArea) => trainingArea.firstDay));
    for (const trainingCutoff of cutoffsUpTo(refit, Math.max(this.nextCutoff, firstDay))) {
      this.addPendingBefore(trainingCutoff);
      const next = Math.min(nextMonthlyCutoff(trainingCutoff), refit.trainingCutoff);
      if ((trainingCutoff >= wantFrom && this.rows >= REGRESSION.fewestRows) || trainingCutoff === refit.trainingCutoff)
        visit(trainingCutoff, next, this.solve(trainingCutoff, trainingCutoff === refit.trainingCutoff));
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
    const { rows, targets } = this.buffersFor(trainingAreas.length * (to - from));
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
    this.blocks.add(from, rows, targets, count);
    this.rows += count;
  }

  /** Buffers for at least `count` rows, kept from month to month. Rows are written before they are read. */
  private buffersFor(count: number): { rows: Float64Array; targets: Float64Array } {
    if (this.buffers.rows.length < count * this.design.size) {
      const rows = new Float64Array(count * this.design.size);
      this.buffers = { rows, targets: new Float64Array(count * this.outputs) };
    }
    return this.buffers;
  }

  /** @param isKept the weights are not written again by later fits */
  private solve(trainingCutoff: DayNumber, isKept: boolean): Weights {
    const { outputs } = this;
    const { size, penalties } = this.design;
    const { gram: triangle, cross: weights } = this.blocks.weighed(trainingCutoff);
    for (let output = 0, next = 0; output < outputs; output = next) {
      const strength = this.design.ridge(output);
      while (next < outputs && this.design.ridge(next) === strength) next++;
      const ridge = penalties.map((penalty) => strength * REGRESSION.residualVariance * penalty);
      solveRidge({ triangle, ridge, size }, weights, output * size, next - output);
    }
    return isKept ? weights.slice() : weights;
  }
}

/** Where rows to forecast from are written: they are read at once. */
let scratch = new Float64Array();

/**
 * Forecast residuals of issue days `from` (inclusive) to `to` (exclusive), in log, lead day by hour.
 *
 * @param rows opened for these days
 */
export function predictResiduals(
  design: Design,
  rows: DesignRows,
  from: DayNumber,
  to: DayNumber,
  weights: Weights,
): Float64Array[] {
  const { size } = design;
  const outputs = 24 * (design.lastLeadDay + 1);
  if (scratch.length < (to - from) * size) scratch = new Float64Array((to - from) * size);
  const features = scratch;
  for (let day = from; day < to; day++) rows.writeRow(day, features, (day - from) * size);
  const residuals = dotsOf(features, to - from, weights, outputs, size);
  return Array.from({ length: to - from }, (_, i) => residuals.subarray(i * outputs, (i + 1) * outputs));
}

/** Gram matrix and cross products of one calendar month's rows, over all years. */
interface SeasonBlock extends Products {
  /** The day its weights refer to. */
  reference: DayNumber;
}

/** Where the sums of a fit are weighed: the fits of a thread are made one after the other, and each needs them once. */
const sumsScratch: Record<keyof Products, Float64Array> = { gram: new Float64Array(), cross: new Float64Array() };

function zeros(sums: keyof Products, length: number): Float64Array {
  if (sumsScratch[sums].length < length) sumsScratch[sums] = new Float64Array(length);
  return sumsScratch[sums].subarray(0, length).fill(0);
}

/** The rows of a regression, summed in twelve blocks, one a calendar month: a fit weighs the blocks and not the rows. */
export class SeasonBlocks {
  private readonly size: number;
  private readonly outputs: number;
  private readonly blocks = new Map<number, SeasonBlock>();

  /**
   * @param size features of a row
   * @param outputs targets of a row
   */
  constructor(size: number, outputs: number) {
    this.size = size;
    this.outputs = outputs;
  }

  /** Drops all rows. */
  clear(): void {
    this.blocks.clear();
  }

  /**
   * Adds the rows of a month; rows of the same month in earlier years fade.
   *
   * @param trainingCutoff at the month's start
   * @param rows count x size, row-major
   * @param targets count x outputs, row-major
   */
  add(trainingCutoff: DayNumber, rows: Float64Array, targets: Float64Array, count: number): void {
    const { size, outputs } = this;
    const middle = trainingCutoff + REGRESSION.middleOfMonth;
    const block = this.blockOf(middle);
    const fade = Math.min(1, 0.5 ** ((middle - block.reference) / REGRESSION.halfLifeDays));
    addProducts(block, fade, rows, targets, { count, size, outputs });
    block.reference = middle;
  }

  /**
   * The sums of all blocks, with larger weights for near seasons and recent years.
   *
   * @returns the lower triangle of the Gram matrix, as blocks keep it, and the cross products; both last to the next call of any
   */
  weighed(trainingCutoff: DayNumber): Products {
    const season = dayOfYear(trainingCutoff + REGRESSION.middleOfMonth);
    const blocks = [...this.blocks.values()];
    const weights = blocks.map(({ reference }) => {
      const distance = seasonDistance(dayOfYear(reference), season) / REGRESSION.seasonWidthDays;
      const nearness = REGRESSION.seasonFloor + (1 - REGRESSION.seasonFloor) * Math.exp(-0.5 * distance ** 2);
      return nearness * 0.5 ** ((trainingCutoff - reference) / REGRESSION.halfLifeDays);
    });
    const gram = zeros('gram', triangleLength(this.size));
    const cross = zeros('cross', this.size * this.outputs);
    addWeighted(
      gram,
      blocks.map((block) => block.gram),
      weights,
    );
    addWeighted(
      cross,
      blocks.map((block) => block.cross),
      weights,
    );
    return { gram, cross };
  }

  private blockOf(middle: DayNumber): SeasonBlock {
    const month = new Date(middle * 86_400_000).getUTCMonth();
    const block = this.blocks.get(month) ?? {
      gram: new Float64Array(triangleLength(this.size)),
      cross: new Float64Array(this.size * this.outputs),
      reference: middle,
    };
    this.blocks.set(month, block);
    return block;
  }
}
