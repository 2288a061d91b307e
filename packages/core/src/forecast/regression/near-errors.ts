import type { DayNumber } from '../../calendar/holiday-calendar.js';
import type { DayTable } from '../inputs/day-table.js';
import { MEMBERS } from '../settings.data.js';

const { lastLeadDay, fewestPastDays } = MEMBERS.autoregression;

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
  const days = [...past];
  return Float64Array.from({ length: 24 * (lastLeadDay + 1) }, (_, output) => {
    if (output < knownHours) return Number.NaN;
    let [sum, count] = [0, 0];
    for (const [day, logs] of days) {
      const target = day + Math.floor(output / 24);
      const error = target < trainingCutoff ? actual.measured(target, output % 24) - logs[output]! : Number.NaN;
      if (Number.isNaN(error)) continue;
      sum += Math.abs(error);
      count++;
    }
    return count < fewestPastDays ? Number.NaN : sum / count;
  });
}
