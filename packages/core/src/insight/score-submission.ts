import { type Scores, scoresOf, sumErrors } from '../accuracy/error-sums.js';
import type { Area } from '../areas/area.js';
import type { ActualsStore } from '../ports/actuals-store.js';
import { screenedHours } from '../reads/screened-hours.js';
import { type EpochMs, HOUR_MS } from '../time/instant.js';
import type { Submitted } from './submitted-hours.js';

/**
 * The errors of a run that was handed in, against load as known at `asOf`. Hours whose load is missing or withheld do not count.
 *
 * @param submitted ascending hours, one or more: a run, and no withdrawal
 */
export async function scoreSubmission(
  actuals: Pick<ActualsStore, 'read'>,
  area: Area,
  { hours }: Submitted,
  asOf: EpochMs,
): Promise<Scores> {
  const window = { start: hours[0]!.start, end: hours.at(-1)!.start + HOUR_MS };
  const known = await actuals.read({ series: area.series, measure: 'demand' });
  const { valuesMw } = await screenedHours(actuals, area, known, window, asOf);
  const column = (name: 'valueMw' | 'p10Mw' | 'p90Mw') => {
    const mw = new Float64Array(valuesMw.length).fill(Number.NaN);
    for (const hour of hours) mw[(hour.start - window.start) / HOUR_MS] = hour[name];
    return mw;
  };
  const forecast = { valueMw: column('valueMw'), p10Mw: column('p10Mw'), p90Mw: column('p90Mw') };
  return scoresOf(sumErrors(valuesMw, forecast));
}
