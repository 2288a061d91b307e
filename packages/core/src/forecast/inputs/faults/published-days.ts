import type { DayNumber } from '../../../calendar/holiday-calendar.js';
import { type KnownSeries, readAsOf } from '../../../series/known-series.js';
import type { EpochMs } from '../../../time/instant.js';
import { copyLocalDay, startOfDay } from '../local-days.js';

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
