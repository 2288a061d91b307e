import { initialWeights, LAST_LEAD_DAY } from '../forecast/combination/ensemble.js';
import type { PastForecasts } from '../forecast/combination/past-forecasts.js';
import { forecastsOf, pseudoRandom } from './measured-days.js';

const LEADS = LAST_LEAD_DAY + 1;

/**
 * Past forecasts of a log load of 9 whose errors are spread evenly over plus and minus a size, up to 40 days after the
 * training cutoff.
 *
 * @param days of them before the cutoff
 * @param sizeOf the size of the errors of a target day
 */
export function pastWithErrors(
  trainingCutoff: number,
  days: number,
  sizeOf: (target: number) => number,
): { past: PastForecasts; first: number } {
  const first = trainingCutoff - days;
  const error = (issue: number, lead: number, hour: number) =>
    2 * sizeOf(issue + lead) * (pseudoRandom((issue + lead) * 983 + hour * 7 + lead) - 0.5);
  const logs = forecastsOf(first, trainingCutoff + 40, LEADS, (issue, lead, hour) => 9 - error(issue, lead, hour));
  const hasPrimaryForecast = new Map([...logs.keys()].map((day) => [day, new Array(LEADS).fill(true)]));
  return { past: { logs, hasPrimaryForecast, trainingCutoff, weights: initialWeights([]) }, first };
}
