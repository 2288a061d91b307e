import { type KnownSeries, valueKnownAt } from '../series/known-series.js';
import { type LoadSeries, valueAt } from '../series/series.js';
import { DAY_MS, type EpochMs, HOUR_MS } from '../time/instant.js';

/** What a forecast is compared with. */
export const BASELINES = ['naive_24h', 'naive_168h', 'operator'] as const;

export type BaselineName = (typeof BASELINES)[number];

/** The period of each baseline that repeats the past, in hours. */
export const NAIVE_PERIOD_HOURS = { naive_24h: 24, naive_168h: 168 } as const;

const LONGEST_LOOK_BACK_MS = 35 * DAY_MS;

/**
 * Persistence: each hour repeats the load of one period earlier, or of two, three, ... periods when that hour was not
 * known at the gate. So a day-ahead `naive_168h` is the same hour last week, and a 7-day one of two weeks ago.
 *
 * @param known reported load, read as it was known at the gate
 * @param usable the same load, NaN where screening found a fault: such hours are passed over
 * @param start of the first hour, a whole UTC hour
 * @param periodHours elapsed hours, 24 or 168: across a clock change the hour is the same on the UTC clock
 * @param gates the instant of each hour at which the forecast is made; NaN where that is still to come
 * @returns MW, one value per hour; NaN when no period of the last 35 days is known and usable
 * @see Hyndman & Athanasopoulos, Forecasting: Principles and Practice, 5.2 (seasonal naive)
 */
export function naiveMw(
  known: KnownSeries,
  usable: LoadSeries,
  start: EpochMs,
  periodHours: number,
  gates: ArrayLike<EpochMs>,
): Float64Array {
  return Float64Array.from(gates, (gate, hour) => {
    for (let back = periodHours * HOUR_MS; back <= LONGEST_LOOK_BACK_MS; back += periodHours * HOUR_MS) {
      const past = start + hour * HOUR_MS - back;
      const valueMw = Number.isNaN(gate) ? Number.NaN : valueKnownAt(known, past, gate);
      if (valueMw > 0 && !Number.isNaN(valueAt(usable, past))) return valueMw;
    }
    return Number.NaN;
  });
}
