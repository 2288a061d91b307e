import { type DayNumber, weekdayOf } from '../../../calendar/holiday-calendar.js';
import { dayOfYear } from '../../climatology/calendar-features.js';

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

/**
 * A group of features that each follow from their place in it.
 *
 * @param valueAt the feature at a place, from 0
 */
export function featureGroup<Source>(
  name: string,
  count: number,
  penalty: number,
  valueAt: (source: Source, day: DayNumber, place: number) => number,
): FeatureGroup<Source> {
  return {
    name,
    count,
    penalty,
    write(source, day, out, at) {
      for (let place = 0; place < count; place++) out[at + place] = valueAt(source, day, place);
    },
  };
}

/** A small constant: a correction of the level. */
export function constantGroup(penalty: number): FeatureGroup<unknown> {
  return featureGroup('constant', 1, penalty, () => 0.1);
}

/** Size of a calendar feature beside errors in logs. */
const SIZE = 0.02;

/**
 * Weekday and season of a lead day, by which an operator's errors differ.
 *
 * @param penalty of the season; the weekday's is twice as large
 */
export function calendarGroups(leadDay: number, penalty: number): readonly FeatureGroup<unknown>[] {
  const angle = (day: DayNumber) => (2 * Math.PI * dayOfYear(day + leadDay)) / 365.25;
  return [
    featureGroup('weekday', 7, 2 * penalty, (_, day, weekday) => (weekdayOf(day + leadDay) === weekday ? SIZE : 0)),
    featureGroup('season', 2, penalty, (_, day, wave) => SIZE * (wave === 0 ? Math.sin : Math.cos)(angle(day))),
  ];
}

/** A value within a limit on both sides of 0; 0 where it is missing. */
export function clipped(value: number, limit: number): number {
  return Number.isNaN(value) ? 0 : Math.max(-limit, Math.min(limit, value));
}

/** The sum over whole numbers `from` (inclusive) to `to` (exclusive). */
export function sumOver(from: number, to: number, termAt: (i: number) => number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += termAt(i);
  return sum;
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
