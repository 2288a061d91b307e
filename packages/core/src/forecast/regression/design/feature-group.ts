import type { DayNumber } from '../../../calendar/holiday-calendar.js';

/** Features of one kind, side by side in a design row. A design is a table of groups: adding one is adding a row. */
export interface FeatureGroup<Source> {
  readonly name: string;
  /** How many features it has. */
  readonly count: number;
  /** Ridge penalty of each of them. */
  readonly penalty: number;
  /** Writes `count` features of an issue day from `at`. */
  write(source: Source, day: DayNumber, out: Float64Array, at: number): void;
}

/** How many features some groups have together. */
export function featureCount(groups: readonly Pick<FeatureGroup<never>, 'count'>[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}

/** The ridge penalty of each feature, in the order written. */
export function penaltiesOf(groups: readonly Pick<FeatureGroup<never>, 'count' | 'penalty'>[]): number[] {
  return groups.flatMap(({ count, penalty }) => new Array<number>(count).fill(penalty));
}

/**
 * Writes the features of an issue day, group after group, from `at`.
 *
 * @returns the position after the last feature
 */
export function writeFeatures<Source>(
  groups: readonly FeatureGroup<Source>[],
  source: Source,
  day: DayNumber,
  out: Float64Array,
  at: number,
): number {
  let next = at;
  for (const group of groups) {
    group.write(source, day, out, next);
    next += group.count;
  }
  return next;
}
