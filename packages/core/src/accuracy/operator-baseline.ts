import { type LoadSeries, valueAt } from '../series/series.js';
import { DAY_MS, HOUR_MS } from '../time/instant.js';
import { offsetMs } from '../time/zone.js';

const DEBIAS_DAYS = 28;
const FEWEST_DEBIAS_DAYS = 7;

/**
 * The operator's day-ahead forecast without its habitual error: each hour moved by the mean log error of the same
 * local hour over 28 days, the newest of them two days before, so that it is over when a day-ahead gate opens.
 *
 * @param operator the forecast as published (clock faults corrected), MW, NaN where missing
 * @param usable screened load, MW, NaN where missing or flagged
 * @param zone the clock whose hours are compared
 * @returns MW, over the hours of `operator`; NaN where it is missing or fewer than seven of the days have both values
 */
export function debiasedOperatorMw(operator: LoadSeries, usable: LoadSeries, zone: string): Float64Array {
  return operator.valuesMw.map((forecastMw, i) => {
    if (!(forecastMw > 0)) return Number.NaN;
    const start = operator.start + i * HOUR_MS;
    const wall = start + offsetMs(zone, start);
    let sum = 0;
    let days = 0;
    for (let back = 2; back < 2 + DEBIAS_DAYS; back++) {
      const past = sameWallClock(zone, wall - back * DAY_MS);
      const error = Math.log(valueAt(usable, past) / valueAt(operator, past));
      if (!Number.isFinite(error)) continue;
      sum += error;
      days++;
    }
    return days < FEWEST_DEBIAS_DAYS ? Number.NaN : forecastMw * Math.exp(sum / days);
  });
}

/** The instant at which the clock shows `wall`; NaN where the spring change skips it. */
function sameWallClock(zone: string, wall: number): number {
  const instant = wall - offsetMs(zone, wall - offsetMs(zone, wall));
  return instant + offsetMs(zone, instant) === wall ? instant : Number.NaN;
}
