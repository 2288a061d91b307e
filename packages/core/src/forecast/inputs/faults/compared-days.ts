import type { DayNumber } from '../../../calendar/holiday-calendar.js';
import { type KnownSeries, readAsOf } from '../../../series/known-series.js';
import type { EpochMs } from '../../../time/instant.js';
import { OPERATOR } from '../../settings.data.js';
import type { DayTable } from '../day-table.js';
import { copyLocalDay, startOfDay } from '../local-days.js';
import { OPERATOR_FAULTS } from './faults.data.js';
import { meanOf, medianOf, type Runs } from './published-runs.js';

/** An operator's day-ahead forecasts and the load, as known at one instant. */
export interface OperatorCheck {
  /** Logs of a local day as published, before screening; NaN where there is none. */
  published(day: DayNumber): Float64Array;
  /** The load, whose hours that are known judge the forecast of their day. */
  readonly load: DayTable;
}

/** The same, with the errors of each day worked out once. */
export interface Compared extends OperatorCheck {
  /** Load minus forecast by hour, as a difference of logs; NaN where one is missing. */
  errors(day: DayNumber): Float64Array;
}

/** Typical values of the good days before a day. */
export interface Usual {
  readonly good: readonly DayNumber[];
  /** Mean log error by hour. */
  readonly bias: Float64Array;
  /** Median step at midnight, and the largest distance from it. */
  readonly seam: number;
  readonly largestStep: number;
}

export function comparedOf({ published, load }: OperatorCheck): Compared {
  const days = new Map<DayNumber, Float64Array>();
  const errors = (day: DayNumber): Float64Array => {
    const known = days.get(day) ?? published(day).map((log, hour) => load.measured(day, hour) - log);
    days.set(day, known);
    return known;
  };
  return { published, load, errors };
}

/** Undefined with too few days. */
export function usualOf(check: Compared, all: readonly DayNumber[]): Usual | undefined {
  const good = all.slice(-OPERATOR_FAULTS.comparedDays);
  if (good.length < OPERATOR_FAULTS.fewestDays) return undefined;
  const [sums, counts] = [new Float64Array(24), new Float64Array(24)];
  for (const day of good)
    check.errors(day).forEach((error, hour) => {
      if (Number.isNaN(error)) return;
      sums[hour]! += Math.max(-OPERATOR.errorClip, Math.min(OPERATOR.errorClip, error));
      counts[hour]!++;
    });
  const seams = good.map((day) => rawSeam(check, day)).filter((seam) => !Number.isNaN(seam));
  const seam = medianOf(seams);
  const largestStep = seams.reduce((most, each) => Math.max(most, Math.abs(each - seam)), 0);
  return { good, bias: sums.map((sum, hour) => sum / counts[hour]!), seam, largestStep };
}

/** The step from the last hour of the day before to the first of a day, minus the usual one; NaN where one is missing. */
export function seamOf(check: Compared, usual: Usual, day: DayNumber): number {
  return rawSeam(check, day) - usual.seam;
}

function rawSeam({ published }: OperatorCheck, day: DayNumber): number {
  return published(day)[0]! - published(day - 1)[23]!;
}

/** A day as published, and the measured load less the usual error. */
export function measuredRuns({ published, load }: OperatorCheck, bias: Float64Array, day: DayNumber): Runs {
  return { values: published(day), others: bias.map((error, hour) => load.measured(day, hour) - error) };
}

export function isPublished({ published }: OperatorCheck, day: DayNumber): boolean {
  return published(day).filter(Number.isNaN).length <= OPERATOR.mostFilledHours;
}

export function meanOfKnown(values: Float64Array): number {
  return meanOf(values.filter((value) => !Number.isNaN(value)));
}

export function countOfKnown(values: Float64Array): number {
  return values.filter((value) => !Number.isNaN(value)).length;
}

/**
 * The logs of a forecast of load as it had been published at an instant, before screening, by local day; NaN where there is no value above
 * zero.
 *
 * @param zone local clock of the days
 */
export function publishedDays(series: KnownSeries, zone: string, asOf: EpochMs): (day: DayNumber) => Float64Array {
  const days = new Map<DayNumber, Float64Array>();
  return (day) => {
    let logs = days.get(day);
    if (!logs) {
      const window = { start: startOfDay(zone, day), end: startOfDay(zone, day + 1) };
      const hourly = readAsOf(series, window, asOf).valuesMw.map((mw) => (mw > 0 ? Math.log(mw) : Number.NaN));
      logs = new Float64Array(24);
      copyLocalDay(hourly, window.start, zone, day, logs, 0);
      days.set(day, logs);
    }
    return logs;
  };
}
