import type { DayNumber } from '../../../calendar/holiday-calendar.js';
import type { ResidualBlock } from '../../inputs/residual-block.js';
import { MEMBERS } from '../../settings.data.js';
import { constantGroup, type FeatureGroup, featureGroup, sumOver } from './feature-group.js';

/** Days before the issue day that the own features reach back. */
export const OWN_FEATURE_DAYS = 57;
/** Days before the issue day that a neighbor's features reach back. */
export const NEIGHBOUR_FEATURE_DAYS = 2;

/** A group of features made from the residuals of one series. */
export type ResidualFeatures = FeatureGroup<ResidualBlock>;

/**
 * Features of the area's own residuals, with penalties in units of the ridge.
 *
 * @param knownHours hours of the issue day that are known
 */
export function ownFeatures(knownHours: number): readonly ResidualFeatures[] {
  return [
    featureGroup('known hours of the issue day', knownHours, 0.5, (own, day, hour) => own.at(day, hour)),
    featureGroup('hours of the day before', 24, 1, (own, day, hour) => own.at(day - 1, hour)),
    featureGroup('hours two days before', 24, 2, (own, day, hour) => own.at(day - 2, hour)),
    featureGroup('four-hour means of days 3 to 7 before', 30, 0.5, (own, day, part) =>
      own.mean(day - 3 - Math.floor(part / 6), 4 * (part % 6), 4 * (part % 6) + 4),
    ),
    featureGroup('daily means of 14 days', 14, 0.3, (own, day, back) => own.mean(day - 1 - back, 0, 24)),
    featureGroup('weekly means of 8 weeks', 8, 0.1, (own, day, week) => meanOfDays(own, day - 7 * week, 7, 0, 24)),
    featureGroup('four-hour profile of 14 days', 6, 0.3, (own, day, part) =>
      meanOfDays(own, day, 14, 4 * part, 4 * part + 4),
    ),
    constantGroup(1),
  ];
}

/**
 * Features of one neighbor's residuals: five means.
 *
 * @param penalty ridge penalty of each
 */
export function neighbourFeatures(knownHours: number, penalty: number): readonly ResidualFeatures[] {
  const meanOf = (name: string, back: number, from: number, to: number): ResidualFeatures =>
    featureGroup(name, 1, penalty, (residuals, day) => residuals.mean(day - back, from, to));
  return [
    meanOf('mean of the known hours of the issue day', 0, 0, knownHours),
    meanOf('mean of the last four known hours', 0, Math.max(0, knownHours - 4), knownHours),
    meanOf('mean of the second half of the day before', 1, 12, 24),
    meanOf('mean of the first half of the day before', 1, 0, 12),
    meanOf('mean of two days before', 2, 0, 24),
  ];
}

/** The 48 newest hours of the own residuals, by distance from the first hour that is not known, and a constant. */
export function twoDaysOfHours(knownHours: number): readonly ResidualFeatures[] {
  const { dayBeforePenalty } = MEMBERS.autoregression;
  return [
    featureGroup('newest hours', 24, 1, (own, day, back) => own.at(day, knownHours - 1 - back)),
    constantGroup(1),
    featureGroup('hours a day before the newest', 24, dayBeforePenalty, (own, day, back) =>
      own.at(day, knownHours - 25 - back),
    ),
  ];
}

/** Mean over the `count` days before `day`, hours `from` to `to`. */
function meanOfDays(residuals: ResidualBlock, day: DayNumber, count: number, from: number, to: number): number {
  return sumOver(1, count + 1, (back) => residuals.mean(day - back, from, to)) / count;
}
