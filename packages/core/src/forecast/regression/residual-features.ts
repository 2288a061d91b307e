import type { DayNumber } from '../../calendar/holiday-calendar.js';
import type { ResidualBlock } from '../inputs/residual-block.js';

/** Days before the issue day that the own features reach back. */
export const OWN_FEATURE_DAYS = 57;
/** Days before the issue day that a neighbour's features reach back. */
export const NEIGHBOUR_FEATURE_DAYS = 2;
export const NEIGHBOUR_FEATURES = 5;

/** Feature groups of the own residuals in the order they are written: how many, and their ridge penalty. */
function ownGroups(knownHours: number): readonly (readonly [count: number, penalty: number])[] {
  return [
    [knownHours, 0.5], // today's known hours
    [24, 1], // yesterday
    [24, 2], // the day before
    [30, 0.5], // four-hour means of days 3 to 7
    [14, 0.3], // daily means of days 1 to 14
    [8, 0.1], // weekly means of weeks 1 to 8
    [6, 0.3], // four-hour profile of 14 days
    [1, 1], // constant
  ];
}

/** How many own features there are when `knownHours` hours of the issue day are known. */
export function ownFeatureCount(knownHours: number): number {
  return ownGroups(knownHours).reduce((sum, [count]) => sum + count, 0);
}

/** Ridge penalties of the own features. */
export function ownPenalties(knownHours: number): number[] {
  return ownGroups(knownHours).flatMap(([count, penalty]) => new Array<number>(count).fill(penalty));
}

/**
 * Writes the own features of an issue day.
 *
 * @param residuals filled for days `day - OWN_FEATURE_DAYS` to `day`
 * @returns the position after the last feature
 */
export function writeOwnFeatures(
  residuals: ResidualBlock,
  day: DayNumber,
  knownHours: number,
  out: Float64Array,
  at: number,
): number {
  let next = at;
  for (let hour = 0; hour < knownHours; hour++) out[next++] = residuals.at(day, hour);
  for (let hour = 0; hour < 24; hour++) out[next++] = residuals.at(day - 1, hour);
  for (let hour = 0; hour < 24; hour++) out[next++] = residuals.at(day - 2, hour);
  for (let back = 3; back <= 7; back++) {
    for (let hour = 0; hour < 24; hour += 4) out[next++] = residuals.mean(day - back, hour, hour + 4);
  }
  for (let back = 1; back <= 14; back++) out[next++] = residuals.mean(day - back, 0, 24);
  for (let week = 0; week < 8; week++) out[next++] = meanOfDays(residuals, day - 7 * week, 7, 0, 24);
  for (let hour = 0; hour < 24; hour += 4) out[next++] = meanOfDays(residuals, day, 14, hour, hour + 4);
  out[next++] = 0.1;
  return next;
}

/**
 * Writes the features of one neighbour series.
 *
 * @param residuals filled for days `day - NEIGHBOUR_FEATURE_DAYS` to `day`
 * @returns the position after the last feature
 */
export function writeNeighbourFeatures(
  residuals: ResidualBlock,
  day: DayNumber,
  knownHours: number,
  out: Float64Array,
  at: number,
): number {
  out[at] = residuals.mean(day, 0, knownHours);
  out[at + 1] = residuals.mean(day, Math.max(0, knownHours - 4), knownHours);
  out[at + 2] = residuals.mean(day - 1, 12, 24);
  out[at + 3] = residuals.mean(day - 1, 0, 12);
  out[at + 4] = residuals.mean(day - 2, 0, 24);
  return at + NEIGHBOUR_FEATURES;
}

/** Mean over the `count` days before `day`, hours `from` to `to`. */
function meanOfDays(residuals: ResidualBlock, day: DayNumber, count: number, from: number, to: number): number {
  let sum = 0;
  for (let back = 1; back <= count; back++) sum += residuals.mean(day - back, from, to);
  return sum / count;
}
