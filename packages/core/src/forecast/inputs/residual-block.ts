import type { DayNumber } from '../../calendar/holiday-calendar.js';
import type { DayTable } from './day-table.js';

/** The expected log load that residuals are taken from. */
export interface Baseline {
  /** Writes 24 log loads of a day by the fit of a training cutoff; NaN where it has no value. */
  writeLogs(day: DayNumber, trainingCutoff: DayNumber, out: Float64Array, at: number): void;
  /** `writeLogs` of the days `from` (inclusive) to `to` (exclusive), where many days at once cost less. */
  writeDays?(from: DayNumber, to: DayNumber, trainingCutoff: DayNumber, out: Float64Array): void;
}

/**
 * Log loads of the days `from` (inclusive) to `to` (exclusive), by a baseline's fit of a training cutoff.
 *
 * @param logs filled completely with the result
 */
export function expectedLogs(
  baseline: Baseline,
  trainingCutoff: DayNumber,
  from: DayNumber,
  to: DayNumber,
  logs: Float64Array = new Float64Array(24 * (to - from)),
): Float64Array {
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

/** Arrays that are used again: each month's rows need as many as the last one's, of much the same lengths. */
export class BlockMemory {
  private readonly arrays: Float64Array[] = [];
  private next = 0;

  /** Makes every block available again. */
  reset(): void {
    this.next = 0;
  }

  /** Numbers that are to be written before they are read. */
  take(length: number): Float64Array {
    const which = this.next++;
    const known = this.arrays[which];
    const array = known && known.length >= length ? known : new Float64Array(length);
    this.arrays[which] = array;
    return array.length === length ? array : array.subarray(0, length);
  }
}

/** Log loads minus a baseline over a run of days, clipped; 0 where the series has no value. */
export class ResidualBlock {
  private readonly values: Float64Array;
  /** Means of whole days, NaN until one is read: features of many issue days read the same. */
  private readonly dailyMeans: Float64Array;
  private readonly firstDay: DayNumber;
  private readonly days: DayTable;
  private readonly clip: number;

  /** @param memory that the block is written to; its own if omitted */
  constructor(
    days: DayTable,
    baseline: Baseline,
    { trainingCutoff, from, to, clip }: ResidualRange,
    memory = new BlockMemory(),
  ) {
    const count = Math.max(0, to - from);
    const values = expectedLogs(baseline, trainingCutoff, from, from + count, memory.take(24 * count));
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
    this.dailyMeans = memory.take(count).fill(Number.NaN);
    this.firstDay = from;
    this.days = days;
    this.clip = clip;
  }

  /** Whether it holds a range of a table's residuals, given that the baseline and its fit are the same. */
  covers(days: DayTable, { from, to, clip }: ResidualRange): boolean {
    const end = this.firstDay + this.dailyMeans.length;
    return this.days === days && this.clip === clip && this.firstDay <= from && end >= to;
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

/** The residuals that several designs of one fit read, each made once: while they are kept, tables and baselines must not change. */
export class SharedResiduals {
  private readonly byBaseline = new Map<Baseline, Map<DayNumber, ResidualBlock>>();

  /** A block that holds the range, and perhaps more. */
  of(days: DayTable, baseline: Baseline, range: ResidualRange): ResidualBlock {
    const byCutoff = this.byBaseline.get(baseline) ?? new Map<DayNumber, ResidualBlock>();
    const known = byCutoff.get(range.trainingCutoff);
    if (known?.covers(days, range)) return known;
    const block = new ResidualBlock(days, baseline, range);
    byCutoff.set(range.trainingCutoff, block);
    this.byBaseline.set(baseline, byCutoff);
    return block;
  }

  clear(): void {
    this.byBaseline.clear();
  }
}
