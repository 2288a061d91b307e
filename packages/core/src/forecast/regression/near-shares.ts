import type { DayNumber } from '../../calendar/holiday-calendar.js';
import type { DayTable } from '../inputs/day-table.js';
import { MEMBERS } from '../settings.data.js';

const { lastLeadDay, fewestPastDays } = MEMBERS.autoregression;

/** The past forecasts of the autoregression, and the hours of their issue days that were known. */
export interface PastAutoregression {
  readonly past: ReadonlyMap<DayNumber, Float64Array>;
  readonly knownHours: number;
  /** Its shares are not below this; 0 if omitted. */
  readonly leastShare?: number | undefined;
}

/** One past hour: the share that would have hit it, and how much of an error another share makes. */
interface PastHour {
  readonly share: number;
  readonly difference: number;
}

/**
 * Shares of the autoregression in the next hours: the shares that would have given its average with an ensemble the
 * smallest absolute errors, between the least share and 1. Past forecasts are made at one number of known hours; the
 * shares by distance are used at all.
 *
 * @param past log forecasts of the ensemble by issue day
 * @param actual the series as known at the refit
 * @param trainingCutoff the refit's: target days from here on are not used
 * @returns by hours after the known ones; 0 with too short a past
 */
export function nearSharesOf(
  past: ReadonlyMap<DayNumber, Float64Array>,
  autoregression: PastAutoregression,
  actual: DayTable,
  trainingCutoff: DayNumber,
): Float64Array {
  const { leastShare = 0 } = autoregression;
  return Float64Array.from({ length: MEMBERS.nearHours }, (_, hour) => {
    const output = autoregression.knownHours + hour;
    const hours: PastHour[] = [];
    for (const [day, logs] of autoregression.past) {
      const target = day + Math.floor(output / 24);
      if (target >= trainingCutoff) continue;
      const log = past.get(day)?.[output] ?? Number.NaN;
      const missed = actual.measured(target, output % 24) - log;
      const difference = logs[output]! - log;
      if (!Number.isNaN(missed + difference)) hours.push({ share: missed / difference, difference });
    }
    return hours.length < fewestPastDays ? 0 : Math.max(leastShare, Math.min(1, medianShare(hours)));
  });
}

/** The share with the smallest sum of absolute errors: the median, weighted by the differences; 0 where there are none. */
function medianShare(hours: readonly PastHour[]): number {
  const counted = hours.filter(({ difference }) => difference !== 0).sort((a, b) => a.share - b.share);
  let left = counted.reduce((sum, { difference }) => sum + Math.abs(difference), 0) / 2;
  for (const { share, difference } of counted) {
    left -= Math.abs(difference);
    if (left <= 0) return share;
  }
  return 0;
}

/**
 * How the errors of an area grow with the distance from the newest load: the mean absolute log errors of a plain autoregression,
 * out of sample. Errors of the members grow alike, and those would have to be made of all past days for each number of known
 * hours.
 *
 * @param past log forecasts of the autoregression by issue day
 * @param actual the series as known at the refit
 * @param knownHours hours of the issue day that are known
 * @param trainingCutoff the refit's: target days from here on are not used
 * @returns lead days 0 and 1 by hour; NaN for hours that are known, and with too short a past
 */
export function nearErrorsOf(
  past: ReadonlyMap<DayNumber, Float64Array>,
  actual: DayTable,
  knownHours: number,
  trainingCutoff: DayNumber,
): Float64Array {
  return Float64Array.from({ length: 24 * (lastLeadDay + 1) }, (_, output) => {
    if (output < knownHours) return Number.NaN;
    const errors = Array.from(past, ([day, logs]) => {
      const target = day + Math.floor(output / 24);
      return target < trainingCutoff ? Math.abs(actual.measured(target, output % 24) - logs[output]!) : Number.NaN;
    }).filter((error) => !Number.isNaN(error));
    return errors.length < fewestPastDays ? Number.NaN : errors.reduce((sum, error) => sum + error, 0) / errors.length;
  });
}
