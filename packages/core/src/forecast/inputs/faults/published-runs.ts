import type { DayNumber } from '../../../calendar/holiday-calendar.js';
import { MULTI_DAY } from '../../settings.data.js';
import type { DayTable } from '../day-table.js';

/** Two runs of hourly values of the same hours; NaN where one has none. */
export interface Runs {
  readonly values: Float64Array;
  readonly others: Float64Array;
}

/** Fewer hours that two runs share say nothing about an hour's displacement. */
const FEWEST_SHARED_HOURS = 24;

/** Whether a run fits another much better when it is moved by an hour. */
export function isDisplaced(runs: Runs): boolean {
  return movedSpread(runs) < MULTI_DAY.displacedErrorRatio * spreadOf(runs, 0);
}

/** Whether a run of several days fits another better with every hour a day before. */
export function isDayLate(runs: Runs, errorRatio: number): boolean {
  return spreadOf(runs, 24) < errorRatio * spreadOf(runs, 0);
}

/** The smaller spread of the two that a run has when it is moved by an hour. */
export function movedSpread(runs: Runs, fewest?: number): number {
  return Math.min(spreadOf(runs, -1, fewest), spreadOf(runs, 1, fewest));
}

/** Mean absolute difference of two runs, one moved by some hours, from their mean difference; NaN with too few hours. */
export function spreadOf({ values, others }: Runs, moved: number, fewest = FEWEST_SHARED_HOURS): number {
  const differences: number[] = [];
  for (let hour = 1; hour < values.length - 1; hour++) {
    const difference = values[hour + moved]! - (others[hour] ?? Number.NaN);
    if (!Number.isNaN(difference)) differences.push(difference);
  }
  if (differences.length < fewest) return Number.NaN;
  const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length;
  return differences.reduce((sum, value) => sum + Math.abs(value - mean), 0) / differences.length;
}

/** Whether most hours that a run has are the very values of another. */
export function isRepeated({ values, others }: Runs): boolean {
  let [equal, known] = [0, 0];
  for (let at = 0; at < values.length; at++) {
    if (Number.isNaN(values[at]!)) continue;
    known++;
    if (values[at] === others[at]) equal++;
  }
  return equal > MULTI_DAY.mostEqualShare * known;
}

/** Whether most hours of a run have one value. */
export function isFlat(values: ArrayLike<number>): boolean {
  const middle = values[values.length >> 1];
  return Array.from(values).filter((value) => value === middle).length > MULTI_DAY.mostEqualShare * values.length;
}

/** The mean of some values, none of them missing; NaN of none. */
export function meanOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum / values.length;
}

/** The median of some values; NaN of none. */
export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Mean of a week of measured logs before a day; NaN without any. */
export function recentLevel(load: DayTable, day: DayNumber): number {
  const logs: number[] = [];
  for (let back = 1; back <= 7; back++)
    for (let hour = 0; hour < 24; hour++) logs.push(load.measured(day - back, hour));
  return meanOf(logs.filter((log) => !Number.isNaN(log)));
}
