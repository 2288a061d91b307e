import type { DayNumber } from '../../calendar/holiday-calendar.js';
import type { DayTable } from '../inputs/day-table.js';
import { MEMBERS, WEIGHTS } from '../settings.data.js';

const { fewestPastDays } = MEMBERS.autoregression;
const { errorClip } = WEIGHTS;

/** The past forecasts of the autoregression, and the hours of their issue days that were known. */
export interface PastAutoregression {
  readonly past: ReadonlyMap<DayNumber, Float64Array>;
  readonly knownHours: number;
}

/**
 * Shares of the autoregression in the next hours: those with which its average with an ensemble would have had the smallest
 * squared errors, between 0 and 1. Past forecasts are made at one number of known hours; the shares by distance are used at all.
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
  return Float64Array.from({ length: MEMBERS.nearHours }, (_, hour) => {
    const output = autoregression.knownHours + hour;
    let [worth, squares, days] = [0, 0, 0];
    for (const [day, logs] of autoregression.past) {
      const target = day + Math.floor(output / 24);
      if (target >= trainingCutoff) continue;
      const log = past.get(day)?.[output] ?? Number.NaN;
      const missed = actual.measured(target, output % 24) - log;
      const difference = logs[output]! - log;
      if (Number.isNaN(missed + difference)) continue;
      worth += Math.max(-errorClip, Math.min(errorClip, missed)) * difference;
      squares += difference ** 2;
      days++;
    }
    return days < fewestPastDays || squares === 0 ? 0 : Math.max(0, Math.min(1, worth / squares));
  });
}
