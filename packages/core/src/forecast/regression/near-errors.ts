import type { ModelSeries } from '../climatology/model-series.js';
import type { Baseline } from '../inputs/residual-block.js';
import type { Refit } from '../inputs/training-cutoff.js';
import { MEMBERS, NEAR_ERRORS } from '../settings.data.js';
import { LoadDesign, sameBaseline } from './design/load-design.js';
import { newestHourFeatures } from './design/residual-features.js';
import { Member } from './member.js';

/** Lead days of near errors: every hour of the day after the newest load is in them. */
const LEAD_DAYS = 2;

/**
 * How the errors of an area grow with the distance from the newest load: the mean absolute log errors of a plain autoregression,
 * out of sample. Errors of the members grow alike, and those would have to be made of all past days for each number of known
 * hours.
 *
 * @param own the area's load, fitted up to the refit
 * @param calendar what residuals are taken from
 * @param knownHours hours of the issue day that are known
 * @returns lead days 0 and 1 by hour; NaN for hours that are known, and with too short a past
 */
export function nearErrorsOf(
  own: ModelSeries,
  calendar: Baseline,
  { knownHours, clip }: { readonly knownHours: number; readonly clip: number },
  refit: Refit,
): Float64Array {
  const { firstDay, neighbourPenalty } = MEMBERS.grids;
  const options = {
    knownHours,
    clip,
    firstDay,
    neighbourPenalty,
    lastLeadDay: LEAD_DAYS - 1,
    ridge: NEAR_ERRORS.ridge,
  };
  const ownGroups = newestHourFeatures(knownHours);
  const member = new Member(new LoadDesign(own, [], { ...options, ownGroups }, sameBaseline(calendar)));
  member.advance(refit, refit.trainingCutoff - NEAR_ERRORS.days);
  return Float64Array.from({ length: 24 * LEAD_DAYS }, (_, output) => {
    if (output < knownHours) return Number.NaN;
    let [sum, count] = [0, 0];
    for (const [day, logs] of member.past) {
      const target = day + Math.floor(output / 24);
      const error =
        target < refit.trainingCutoff ? own.trainingView.measured(target, output % 24) - logs[output]! : Number.NaN;
      if (Number.isNaN(error)) continue;
      sum += Math.abs(error);
      count++;
    }
    return count < NEAR_ERRORS.fewest ? Number.NaN : sum / count;
  });
}
