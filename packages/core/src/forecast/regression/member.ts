import type { DayNumber } from '../../calendar/holidays.js';
import { dot } from '../../linear-algebra/cholesky.js';
import { type Anchor, cutsUpTo } from '../inputs/training-cutoff.js';
import { type Design, LaggedRegression, type Regression, type Weights } from './lagged-regression.js';

/** A design that can be told to read the world as known at an issue, and has a baseline to add to its residuals. */
export interface MemberDesign extends Design {
  state: 'learnt' | 'recent';
  /** Adds the baseline of every output to forecast residuals, giving log loads; NaN where it cannot say. */
  addBaseline(day: DayNumber, cut: DayNumber, logs: Float64Array): void;
  /** The first features are the area's own load's, */
  readonly ownFeatures: number;
  /** then the neighbours'; what comes after, and the baseline's distance from climatology, is owed to `restKind`. */
  readonly loadFeatures: number;
  readonly restKind: 'recentLoad' | 'operator' | 'weather';
  /** 24 log loads of a day from the calendar alone. */
  writeClimatology(day: DayNumber, cut: DayNumber, out: Float64Array, at: number): void;
}

/** A member's forecast in parts: differences of log load from climatology. */
export interface MemberParts {
  readonly logs: Float64Array;
  readonly own: Float64Array;
  readonly neighbours: Float64Array;
  readonly rest: Float64Array;
  readonly restKind: MemberDesign['restKind'];
}

/**
 * One model of an ensemble: a regression, its newest fit, and what it would have forecast on each past day.
 *
 * The past forecasts are out of sample: each stands on the fit of its own month.
 */
export class Member {
  readonly design: MemberDesign;
  /** Log forecasts by issue day before the anchor's cut, lead day by hour. */
  readonly past = new Map<DayNumber, Float64Array>();
  private readonly regression: Regression;
  private fittedRows: number | undefined;
  private weights: Weights = new Float64Array();
  private cut: DayNumber = Number.NEGATIVE_INFINITY;

  /** @param regression what is learnt; one of the design's own if none is given */
  constructor(design: MemberDesign, regression: Regression = new LaggedRegression(design)) {
    this.design = design;
    this.regression = regression;
  }

  /** Rows behind the newest fit. */
  get rows(): number {
    return this.fittedRows ?? this.regression.rows;
  }

  get outputs(): number {
    return 24 * (this.design.lastLeadDay + 1);
  }

  /** Learns up to the anchor and forecasts the days since `pastFrom` on the way. */
  advance(anchor: Anchor, pastFrom: DayNumber): void {
    if (anchor.cut === this.cut) return;
    this.design.state = 'learnt';
    this.regression.advance(anchor, pastFrom, (cut, next, weights) => {
      this.weights = weights;
      if (next > cut) this.design.open(cut, cut, next);
      for (let day = cut; day < next; day++) this.past.set(day, this.predictOpened(day, cut));
    });
    this.cut = anchor.cut;
    const kept = cutsUpTo(anchor, pastFrom).find((cut) => cut >= pastFrom) ?? anchor.cut;
    for (const day of this.past.keys()) if (day < kept) this.past.delete(day);
  }

  /** Log forecasts of issue days `from` to `to` (exclusive) by the newest fit, as known at the issue. */
  predict(from: DayNumber, to: DayNumber): Float64Array[] {
    this.design.state = 'recent';
    this.design.open(this.cut, from, to);
    return Array.from({ length: to - from }, (_, i) => this.predictOpened(from + i, this.cut));
  }

  /** Gives the rows learnt from up: the newest fit stays, and cannot be gone on from. */
  forgetRows(): void {
    this.fittedRows = this.rows;
    this.regression.restart();
  }

  /** What makes up the newest fit's forecast of an issue day, as known at the issue. */
  explain(day: DayNumber): MemberParts {
    const { design, cut, weights } = this;
    const { size, ownFeatures, loadFeatures, restKind } = design;
    design.state = 'recent';
    design.open(cut, day, day + 1);
    const logs = this.predictOpened(day, cut);
    const row = new Float64Array(size);
    design.writeRow(day, row, 0);
    const part = (from: number, to: number) =>
      logs.map((_, output) => dot(weights, output * size + from, row, from, to - from));
    const own = part(0, ownFeatures);
    const neighbours = part(ownFeatures, loadFeatures);
    const climatology = new Float64Array(logs.length);
    for (let at = 0; at < logs.length; at += 24) design.writeClimatology(day + at / 24, cut, climatology, at);
    const rest = logs.map((log, output) => log - climatology[output]! - own[output]! - neighbours[output]!);
    return { logs, own, neighbours, rest, restKind };
  }

  private predictOpened(day: DayNumber, cut: DayNumber): Float64Array {
    const logs = new Float64Array(this.outputs);
    this.regression.predict(day, this.weights, logs);
    this.design.addBaseline(day, cut, logs);
    return logs;
  }
}
