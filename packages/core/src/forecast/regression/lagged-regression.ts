import type { DayNumber } from '../../calendar/holidays.js';
import { choleskyInPlace, choleskySolveMany, dot } from '../../linear-algebra/cholesky.js';
import { addCross, addGram } from '../../linear-algebra/gram.js';
import { dayOfYear, seasonDistance } from '../climatology/calendar-features.js';
import { type Anchor, cutsUpTo, nextMonthCut } from '../inputs/training-cutoff.js';

/** Variance of a residual, to give ridge penalties a scale of their own: (5 %)^2. */
const RESIDUAL_VARIANCE = 0.0025;
const HALF_LIFE_DAYS = 3000;
const SEASON_WIDTH_DAYS = 45;
const SEASON_FLOOR = 0.3;
const MIDDLE_OF_MONTH = 16;
/** Past cuts with fewer rows are not fitted. */
const FEWEST_ROWS = 60;

/** What a regression sees of the world, day by day. Rows and targets are logs. */
export interface Design {
  /** Features of a row. */
  readonly size: number;
  /** Ridge penalty of each feature. */
  readonly penalties: Float64Array;
  /** Lead days 0 to `lastLeadDay` are forecast, 24 hours each: the outputs, in that order. */
  readonly lastLeadDay: number;
  /** First issue day that may be learnt from. */
  readonly firstDay: DayNumber;
  /** Ridge strength of a lead day; lead days with the same share one factorisation. */
  ridge(leadDay: number): number;
  /** Gets ready to write rows (and targets) of issue days `from` to `to`, seen through the fit of `cut`. */
  open(cut: DayNumber, from: DayNumber, to: DayNumber): void;
  /** Whether an opened day's row and targets are measured well enough to learn from. */
  isUsable(day: DayNumber): boolean;
  writeRow(day: DayNumber, out: Float64Array, at: number): void;
  writeTargets(day: DayNumber, out: Float64Array, at: number): void;
}

/** Sums over all years of one calendar month's rows. */
interface SeasonBlock {
  readonly gram: Float64Array;
  readonly cross: Float64Array;
  /** The day its weights refer to. */
  reference: DayNumber;
}

/** A fit: one column of weights per output. */
export type Weights = Float64Array;

/** A regression that walks through time and forecasts from a design's rows. */
export interface Regression {
  /** Rows behind the newest fit. */
  readonly rows: number;
  /** Forgets everything. */
  restart(): void;
  /**
   * Walks to the anchor, fitting on the way.
   *
   * @param wantFrom cuts from here on are fitted
   * @param visit called for each fitted cut, ascending, the anchor's own last
   */
  advance(anchor: Anchor, wantFrom: DayNumber, visit: VisitFit): void;
  /** Forecasts of an opened day: residuals in log, lead day by hour. */
  predict(day: DayNumber, weights: Weights, out: Float64Array): void;
}

/** @param next the cut of the next fit, or the anchor's: issue days from `cut` to before it are this fit's */
export type VisitFit = (cut: DayNumber, next: DayNumber, weights: Weights) => void;

/**
 * Ridge regression of the coming days on the past ones, refitted every month on all rows before it.
 *
 * Rows are summed into twelve blocks, one a calendar month; a fit adds the blocks up with weights that favour its own
 * season and recent years, so it costs no more with ten years of data than with one. All outputs share one
 * factorisation per lead day.
 */
export class LaggedRegression implements Regression {
  private readonly design: Design;
  private readonly teachers: readonly Design[];
  private readonly outputs: number;
  private blocks = new Map<number, SeasonBlock>();
  private pending: [cut: DayNumber, next: DayNumber][] = [];
  private nextCut = Number.NEGATIVE_INFINITY;
  private rowCount = 0;

  /**
   * @param design what is forecast from
   * @param teachers what is learnt from: designs of the same shape, all days of one before the next's
   */
  constructor(design: Design, teachers: readonly Design[] = [design]) {
    this.design = design;
    this.teachers = teachers;
    this.outputs = 24 * (design.lastLeadDay + 1);
  }

  get rows(): number {
    return this.rowCount;
  }

  restart(): void {
    this.blocks.clear();
    this.pending = [];
    this.nextCut = Number.NEGATIVE_INFINITY;
    this.rowCount = 0;
  }

  advance(anchor: Anchor, wantFrom: DayNumber, visit: VisitFit): void {
    const firstDay = Math.min(...this.teachers.map((teacher) => teacher.firstDay));
    for (const cut of cutsUpTo(anchor, Math.max(this.nextCut, firstDay))) {
      this.addPendingBefore(cut);
      const next = Math.min(nextMonthCut(cut), anchor.cut);
      if ((cut >= wantFrom && this.rowCount >= FEWEST_ROWS) || cut === anchor.cut) visit(cut, next, this.solve(cut));
      if (next > cut) {
        this.pending.push([cut, next]);
        this.nextCut = next;
      }
    }
  }

  predict(day: DayNumber, weights: Weights, out: Float64Array): void {
    predictFrom(this.design, day, weights, out);
  }

  /** A month's rows are summed once all their targets lie before the cut. */
  private addPendingBefore(cut: DayNumber): void {
    while (this.pending.length > 0 && this.pending[0]![1] + this.design.lastLeadDay < cut) {
      const [from, to] = this.pending.shift()!;
      this.addRows(from, to);
    }
  }

  private addRows(from: DayNumber, to: DayNumber): void {
    const { teachers, outputs } = this;
    const { size } = this.design;
    const rows = new Float64Array(teachers.length * (to - from) * size);
    const targets = new Float64Array(teachers.length * (to - from) * outputs);
    let count = 0;
    for (const teacher of teachers) {
      if (to <= teacher.firstDay) continue;
      teacher.open(from, from, to);
      for (let day = Math.max(from, teacher.firstDay); day < to; day++) {
        if (!teacher.isUsable(day)) continue;
        teacher.writeRow(day, rows, count * size);
        teacher.writeTargets(day, targets, count * outputs);
        count++;
      }
    }
    if (count === 0) return;
    const block = this.blockOf(from);
    addGram(block.gram, rows, count, size);
    addCross(block.cross, rows, targets, count, size, outputs);
    this.rowCount += count;
  }

  private blockOf(cut: DayNumber): SeasonBlock {
    const month = new Date((cut + MIDDLE_OF_MONTH) * 86_400_000).getUTCMonth();
    const block = this.blocks.get(month) ?? {
      gram: new Float64Array(this.design.size ** 2),
      cross: new Float64Array(this.design.size * this.outputs),
      reference: cut + MIDDLE_OF_MONTH,
    };
    this.blocks.set(month, block);
    const fade = 0.5 ** ((cut + MIDDLE_OF_MONTH - block.reference) / HALF_LIFE_DAYS);
    if (fade < 1) {
      for (let i = 0; i < block.gram.length; i++) block.gram[i]! *= fade;
      for (let i = 0; i < block.cross.length; i++) block.cross[i]! *= fade;
    }
    block.reference = cut + MIDDLE_OF_MONTH;
    return block;
  }

  private solve(cut: DayNumber): Weights {
    const { size, penalties, lastLeadDay } = this.design;
    const gram = new Float64Array(size * size);
    const weights = new Float64Array(size * this.outputs);
    const season = dayOfYear(cut + MIDDLE_OF_MONTH);
    for (const block of this.blocks.values()) {
      const distance = seasonDistance(dayOfYear(block.reference), season) / SEASON_WIDTH_DAYS;
      const nearness = SEASON_FLOOR + (1 - SEASON_FLOOR) * Math.exp(-0.5 * distance ** 2);
      const weight = nearness * 0.5 ** ((cut - block.reference) / HALF_LIFE_DAYS);
      for (let i = 0; i < gram.length; i++) gram[i]! += weight * block.gram[i]!;
      for (let i = 0; i < weights.length; i++) weights[i]! += weight * block.cross[i]!;
    }
    let factor = gram;
    for (let leadDay = 0; leadDay <= lastLeadDay; leadDay++) {
      const ridge = this.design.ridge(leadDay);
      if (leadDay === 0 || ridge !== this.design.ridge(leadDay - 1)) {
        factor = gram.slice();
        for (let i = 0; i < size; i++) factor[i * size + i]! += ridge * RESIDUAL_VARIANCE * penalties[i]!;
        choleskyInPlace(factor, size);
      }
      choleskySolveMany(factor, size, weights, leadDay * 24 * size, 24);
    }
    return weights;
  }
}

/** Forecasts of an opened day of a design: residuals in log, lead day by hour. */
export function predictFrom(design: Design, day: DayNumber, weights: Weights, out: Float64Array): void {
  const { size, lastLeadDay } = design;
  const row = new Float64Array(size);
  design.writeRow(day, row, 0);
  for (let output = 0; output < 24 * (lastLeadDay + 1); output++)
    out[output] = dot(weights, output * size, row, 0, size);
}
