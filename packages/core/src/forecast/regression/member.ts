import type { DayNumber } from '../../calendar/holiday-calendar.js';
import { dot } from '../../linear-algebra/dot.js';
import type { DayTable } from '../inputs/day-table.js';
import type { View } from '../inputs/inputs.js';
import { cutoffsUpTo, type Refit } from '../inputs/training-cutoff.js';
import {
  type Design,
  type DesignRows,
  LaggedRegression,
  predictResiduals,
  type Regression,
  type Weights,
} from './lagged-regression.js';

/** Rows with a baseline to add to forecast residuals. */
export interface MemberRows extends DesignRows {
  /** Adds the baseline of every output to forecast residuals, giving log loads; NaN without a baseline. */
  addBaseline(day: DayNumber, logs: Float64Array): void;
}

/** A design whose residuals are taken from a baseline. */
export interface MemberDesign extends Design {
  open(view: View, trainingCutoff: DayNumber, from: DayNumber, to: DayNumber): MemberRows;
  /** Number of features from the area's own load; they come first. */
  readonly ownFeatures: number;
  /**
   * Number of features from load, the neighbors' included. Later features, and baseline minus climatology, are
   * explained as `remainderKind`.
   */
  readonly loadFeatures: number;
  readonly remainderKind: 'recentLoad' | 'operator' | 'weather';
  /** The fault in an input as known on an issue day, in words: the member has no forecast then. */
  faultOn?(day: DayNumber): string | undefined;
  /** 24 log loads of a day from the calendar alone. */
  writeClimatology(day: DayNumber, trainingCutoff: DayNumber, out: Float64Array, at: number): void;
}

/** A member's forecast in parts: differences of log load from climatology. */
export interface MemberParts {
  readonly logs: Float64Array;
  readonly own: Float64Array;
  readonly neighbours: Float64Array;
  readonly remainder: Float64Array;
  readonly remainderKind: MemberDesign['remainderKind'];
}

/**
 * One model of an ensemble: a regression, its newest fit, and its forecasts of past days.
 *
 * The past forecasts are out of sample: each uses the fit of its own month.
 */
export class Member {
  readonly design: MemberDesign;
  /** Log forecasts by issue day before the refit's trainingCutoff, lead day by hour. */
  readonly past = new Map<DayNumber, Float64Array>();
  /** Coefficients of the newest fit. */
  fit: Weights = new Float64Array();
  private readonly regression: Regression;
  private fittedRows: number | undefined;
  private trainingCutoff: DayNumber = Number.NEGATIVE_INFINITY;

  /** @param regression fitted to the design; one on the design's own rows if omitted */
  constructor(design: MemberDesign, regression: Regression = new LaggedRegression(design)) {
    this.design = design;
    this.regression = regression;
  }

  /** A member with a fit that another made on equal rows, for forecasts at that refit: it cannot be advanced. */
  static of(design: MemberDesign, trainingCutoff: DayNumber, rows: number, weights: Weights): Member {
    const member = new Member(design);
    member.fittedRows = rows;
    member.trainingCutoff = trainingCutoff;
    member.fit = weights;
    return member;
  }

  /** Rows behind the newest fit. */
  get rows(): number {
    return this.fittedRows ?? this.regression.rows;
  }

  /** Fits up to the refit and makes the past forecasts of the days since `pastFrom`. */
  advance(refit: Refit, pastFrom: DayNumber): void {
    if (refit.trainingCutoff === this.trainingCutoff) return;
    this.regression.advance(refit, pastFrom, (trainingCutoff, next, weights) => {
      this.fit = weights;
      if (next <= trainingCutoff) return;
      const rows = this.design.open('trainingView', trainingCutoff, trainingCutoff, next);
      for (const [i, logs] of this.predictDays(rows, trainingCutoff, next).entries())
        this.past.set(trainingCutoff + i, logs);
    });
    this.trainingCutoff = refit.trainingCutoff;
    const kept =
      cutoffsUpTo(refit, pastFrom).find((trainingCutoff) => trainingCutoff >= pastFrom) ?? refit.trainingCutoff;
    for (const day of this.past.keys()) if (day < kept) this.past.delete(day);
  }

  /** Log forecasts of issue days `from` to `to` (exclusive) by the newest fit, as known at the issue. */
  predict(from: DayNumber, to: DayNumber): Float64Array[] {
    const rows = this.design.open('issueView', this.trainingCutoff, from, to);
    return this.predictDays(rows, from, to);
  }

  /** Drops training rows and past forecasts to save memory: the newest fit is kept and cannot be extended. */
  dropPast(): void {
    this.fittedRows = this.rows;
    this.past.clear();
    this.regression.restart();
  }

  /** The parts of the newest fit's forecast of an issue day, as known at the issue. */
  explain(day: DayNumber): MemberParts {
    const { design, trainingCutoff, fit } = this;
    const { size, ownFeatures, loadFeatures, remainderKind: restKind } = design;
    const rows = design.open('issueView', trainingCutoff, day, day + 1);
    const [logs] = this.predictDays(rows, day, day + 1) as [Float64Array];
    const row = new Float64Array(size);
    rows.writeRow(day, row, 0);
    const part = (from: number, to: number) =>
      logs.map((_, output) => dot(fit, output * size + from, row, from, to - from));
    const own = part(0, ownFeatures);
    const neighbours = part(ownFeatures, loadFeatures);
    const climatology = new Float64Array(logs.length);
    for (let at = 0; at < logs.length; at += 24)
      design.writeClimatology(day + at / 24, trainingCutoff, climatology, at);
    const rest = logs.map((log, output) => log - climatology[output]! - own[output]! - neighbours[output]!);
    return { logs, own, neighbours, remainder: rest, remainderKind: restKind };
  }

  private predictDays(rows: MemberRows, from: DayNumber, to: DayNumber): Float64Array[] {
    const logs = predictResiduals(this.design, rows, from, to, this.fit);
    for (let day = from; day < to; day++) rows.addBaseline(day, logs[day - from]!);
    return logs;
  }
}

/** Days after its issue day that a forecast reads: one, the operator's forecast of tomorrow. */
const DAYS_AHEAD_READ = 1;

/**
 * A cache of the forecasts that members made on the days since their newest fit, valid while the series they read are
 * unchanged: an issue a minute after another computes one day's forecasts, not a month's.
 */
export class RecentForecasts {
  private readonly changes = new Map<DayTable, number>();
  private readonly byMember = new Map<Member, Map<DayNumber, Float64Array>>();

  /** Empties the cache: members have a new fit. */
  clear(): void {
    this.byMember.clear();
  }

  /**
   * Drops the forecasts that read a changed value. Call before each `forecastsOf`.
   *
   * @param tables the issue views of all series that the members read
   */
  dropStale(tables: readonly DayTable[]): void {
    const changed = Math.min(...tables.map((table) => table.changedSince(this.changes.get(table) ?? 0)));
    this.changes.clear();
    for (const table of tables) this.changes.set(table, table.changes);
    for (const days of this.byMember.values()) {
      for (const day of days.keys()) if (day + DAYS_AHEAD_READ >= changed) days.delete(day);
    }
  }

  /** A member's log forecasts of issue days `from` to `to`, inclusive. */
  forecastsOf(member: Member, from: DayNumber, to: DayNumber): Float64Array[] {
    const known = this.byMember.get(member) ?? new Map<DayNumber, Float64Array>();
    let next = from;
    while (known.has(next) && next < to) next++;
    const made = member.predict(next, to + 1);
    const days = new Map<DayNumber, Float64Array>();
    for (let day = from; day <= to; day++) days.set(day, day < next ? known.get(day)! : made[day - next]!);
    this.byMember.set(member, days);
    return [...days.values()];
  }
}
