import type { DayNumber } from '../../calendar/holiday-calendar.js';
import type { DayTable } from './day-table.js';

/** The expected log load that residuals are taken from. */
export interface Baseline {
  /** Writes 24 log loads of a day by the fit of a training cutoff; NaN where it has no value. */
  writeLogs(day: DayNumber, trainingCutoff: DayNumber, out: Float64Array, at: number): void;
  /** `writeLogs` of the days `from` (inclusive) to `to` (exclusive), where many days at once cost less. */
  writeDays?(from: DayNumber, to: DayNumber, trainingCutoff: DayNumber, out: Float64Array): void;
}

/** Log loads of the days `from` (inclusive) to `to` (exclusive), by a baseline's fit of a training cutoff. */
export function expectedLogs(
  baseline: Baseline,
  trainingCutoff: DayNumber,
  from: DayNumber,
  to: DayNumber,
): Float64Array {
  const logs = new Float64Array(24 * (to - from));
  if (baseline.writeDays) baseline.writeDays(from, to, trainingCutoff, logs);
  else for (let day = from; day < to; day++) baseline.writeLogs(day, trainingCutoff, logs, 24 * (day - from));
  return logs;
}

/** Which residuals a block holds. */
export interface ResidualRange {
  /** All days use the baseline's fit of this cutoff, as they do in a forecast. */
  readonly trainingCutoff: DayNumber;
  /** First day, inclusive, and last, exclusive. */
  readonly from: DayNumber;
  readonly to: DayNumber;
  /** Largest residual kept, as a difference of logs. */
  readonly clip: number;
}

/** Log loads minus a baseline over a run of days, clipped; 0 where the series has no value. */
export class ResidualBlock {
  private readonly values: Float64Array;
  /** Means of whole days, NaN until one is read: features of many issue days read the same. */
  private readonly dailyMeans: Float64Array;
  private readonly firstDay: DayNumber;

  constructor(days: DayTable, baseline: Baseline, { trainingCutoff, from, to, clip }: ResidualRange) {
    const count = Math.max(0, to - from);
    const values = expectedLogs(baseline, trainingCutoff, from, from + count);
    for (let day = from; day < to; day++) {
      const at = (day - from) * 24;
      const row = (day - days.firstDay) * 24;
      const isInside = row >= 0 && day < days.firstDay + days.dayCount;
      for (let hour = 0; hour < 24; hour++) {
        const residual = isInside ? days.logs[row + hour]! - values[at + hour]! : 0;
        values[at + hour] = Number.isNaN(residual) ? 0 : Math.max(-clip, Math.min(clip, residual));
      }
    }
    this.values = values;
    this.dailyMeans = new Float64Array(count).fill(Number.NaN);
    this.firstDay = from;
  }

  /** The residual of one hour; an hour below 0 is one of the days before. */
  at(day: DayNumber, hour: number): number {
    return this.values[(day - this.firstDay) * 24 + hour]!;
  }

  /** Mean over hours `from` (inclusive) to `to` (exclusive) of a day; 0 when there is none. */
  mean(day: DayNumber, from: number, to: number): number {
    if (to <= from) return 0;
    if (from > 0 || to < 24) return this.meanOfHours(day, from, to);
    const row = day - this.firstDay;
    if (Number.isNaN(this.dailyMeans[row]!)) this.dailyMeans[row] = this.meanOfHours(day, from, to);
    return this.dailyMeans[row]!;
  }

  private meanOfHours(day: DayNumber, from: number, to: number): number {
    const at = (day - this.firstDay) * 24;
    let sum = 0;
    for (let hour = from; hour < to; hour++) sum += this.values[at + hour]!;
    return sum / (to - from);
  }
}
