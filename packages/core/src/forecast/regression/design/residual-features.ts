import type { DayNumber } from '../../../calendar/holiday-calendar.js';
import type { ResidualBlock } from '../../inputs/residual-block.js';
import { MEMBERS } from '../../settings.data.js';
import type { FeatureGroup } from './feature-group.js';

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
    { name: 'known hours of the issue day', count: knownHours, penalty: 0.5, write: hoursOf(0, knownHours) },
    { name: 'hours of the day before', count: 24, penalty: 1, write: hoursOf(1, 24) },
    { name: 'hours two days before', count: 24, penalty: 2, write: hoursOf(2, 24) },
    { name: 'four-hour means of days 3 to 7 before', count: 30, penalty: 0.5, write: writeFourHourMeans },
    { name: 'daily means of 14 days', count: 14, penalty: 0.3, write: writeDailyMeans },
    { name: 'weekly means of 8 weeks', count: 8, penalty: 0.1, write: writeWeeklyMeans },
    { name: 'four-hour profile of 14 days', count: 6, penalty: 0.3, write: writeProfile },
    { name: 'constant', count: 1, penalty: 1, write: writeConstant },
  ];
}

/**
 * Features of one neighbor's residuals: five means.
 *
 * @param penalty ridge penalty of each
 */
export function neighbourFeatures(knownHours: number, penalty: number): readonly ResidualFeatures[] {
  const meanOf = (name: string, back: number, from: number, to: number): ResidualFeatures => ({
    name,
    count: 1,
    penalty,
    write(residuals, day, out, at) {
      out[at] = residuals.mean(day - back, from, to);
    },
  });
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
  return [
    { name: 'newest hours', count: 24, penalty: 1, write: hoursBefore(knownHours) },
    { name: 'constant', count: 1, penalty: 1, write: writeConstant },
    {
      name: 'hours a day before the newest',
      count: 24,
      penalty: MEMBERS.autoregression.dayBeforePenalty,
      write: hoursBefore(knownHours - 24),
    },
  ];
}

/** Writes a small constant: a correction of the level. */
export function writeConstant(_residuals: ResidualBlock, _day: DayNumber, out: Float64Array, at: number): void {
  out[at] = 0.1;
}

/** 24 hours, the one before an hour of the issue day first. */
function hoursBefore(end: number): ResidualFeatures['write'] {
  return (residuals, day, out, at) => {
    for (let back = 1; back <= 24; back++) out[at + back - 1] = residuals.at(day, end - back);
  };
}

function hoursOf(back: number, count: number): ResidualFeatures['write'] {
  return (residuals, day, out, at) => {
    for (let hour = 0; hour < count; hour++) out[at + hour] = residuals.at(day - back, hour);
  };
}

function writeFourHourMeans(residuals: ResidualBlock, day: DayNumber, out: Float64Array, at: number): void {
  let next = at;
  for (let back = 3; back <= 7; back++) {
    for (let hour = 0; hour < 24; hour += 4) out[next++] = residuals.mean(day - back, hour, hour + 4);
  }
}

function writeDailyMeans(residuals: ResidualBlock, day: DayNumber, out: Float64Array, at: number): void {
  for (let back = 1; back <= 14; back++) out[at + back - 1] = residuals.mean(day - back, 0, 24);
}

function writeWeeklyMeans(residuals: ResidualBlock, day: DayNumber, out: Float64Array, at: number): void {
  for (let week = 0; week < 8; week++) out[at + week] = meanOfDays(residuals, day - 7 * week, 7, 0, 24);
}

function writeProfile(residuals: ResidualBlock, day: DayNumber, out: Float64Array, at: number): void {
  for (let part = 0; part < 6; part++) out[at + part] = meanOfDays(residuals, day, 14, 4 * part, 4 * part + 4);
}

/** Mean over the `count` days before `day`, hours `from` to `to`. */
function meanOfDays(residuals: ResidualBlock, day: DayNumber, count: number, from: number, to: number): number {
  let sum = 0;
  for (let back = 1; back <= count; back++) sum += residuals.mean(day - back, from, to);
  return sum / count;
}
