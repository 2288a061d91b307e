import type { DayNumber } from '../../calendar/holiday-calendar.js';
import type { DayTable } from './day-table.js';

/** The expected log load that residuals are taken from. */
export interface Baseline {
  /** Writes 24 log loads of a day by the fit of a training cutoff; NaN where it has no value. */
  writeLogs(day: DayNumber, trainingCutoff: DayNumber, out: Float64Array, at: number): void;
}

/**
 * Log loads minus one fit's baseline over a run of days, clipped; 0 where the series has no value.
 *
 * All days use the same fit, as they do in a forecast.
 */
export class ResidualBlock {
  private readonly clip: number;
  private values = new Float64Array();
  private firstDay: DayNumber = 0;

  /** @param clip largest residual kept, as a difference of logs */
  constructor(clip: number) {
    this.clip = clip;
  }

  /** Fills days `from` (inclusive) to `to` (exclusive). */
  fill(days: DayTable, baseline: Baseline, trainingCutoff: DayNumber, from: DayNumber, to: DayNumber): void {
    const length = Math.max(0, to - from) * 24;
    if (this.values.length < length) this.values = new Float64Array(length);
    this.firstDay = from;
    const { values, clip } = this;
    for (let day = from; day < to; day++) {
      const at = (day - from) * 24;
      baseline.writeLogs(day, trainingCutoff, values, at);
      const row = (day - days.firstDay) * 24;
      const isInside = row >= 0 && day < days.firstDay + days.dayCount;
      for (let hour = 0; hour < 24; hour++) {
        const residual = isInside ? days.logs[row + hour]! - values[at + hour]! : 0;
        values[at + hour] = Number.isNaN(residual) ? 0 : Math.max(-clip, Math.min(clip, residual));
      }
    }
  }

  /** The residual of one hour. */
  at(day: DayNumber, hour: number): number {
    return this.values[(day - this.firstDay) * 24 + hour]!;
  }

  /** Mean over hours `from` (inclusive) to `to` (exclusive) of a day; 0 when there is none. */
  mean(day: DayNumber, from: number, to: number): number {
    if (to <= from) return 0;
    const at = (day - this.firstDay) * 24;
    let sum = 0;
    for (let hour = from; hour < to; hour++) sum += this.values[at + hour]!;
    return sum / (to - from);
  }
}
