import {
  addDays,
  type EpochMs,
  HISTORY_KNOWN,
  HOUR_MS,
  type KnownRule,
  type KnownSeries,
  localDay,
  MINUTE_MS,
} from '@loadcast/core';
import { knownAt } from '@loadcast/core/series';
import { instantOnDay } from '@loadcast/core/time';

/**
 * Load with another assumption about when history was published: every value that is known by the assumed rule of
 * bulk history is known `lagMs` after its hour ended. Restated and live values keep their real known time.
 *
 * @param lagMs ms after the end of the hour
 */
export function withKnownLag(load: KnownSeries, lagMs: number): KnownSeries {
  return retimed(load, HISTORY_KNOWN.demand, (start) => start + HOUR_MS + lagMs);
}

/** When an operator's day-ahead forecast reaches us: the day before (`tomorrow`), or on its own day (`today`). */
export type OperatorArrival = 'tomorrow' | 'today';

/** Form EIA-930: the day-ahead forecast is due at 07:00 Eastern. */
const DUE_ZONE = 'America/New_York';
const DUE_TIME_OF_DAY_MS = 7 * 60 * MINUTE_MS;

/**
 * An operator's day-ahead forecast with another assumption about its arrival: each local day's hours are known at 07:00
 * Eastern of the day before, or of the same day. Values whose real arrival was seen keep it.
 *
 * @param zone the clock on which the operator's days are counted
 */
export function withOperatorArrival(forecast: KnownSeries, zone: string, arrival: OperatorArrival): KnownSeries {
  const dayOffset = arrival === 'tomorrow' ? -1 : 0;
  return retimed(forecast, HISTORY_KNOWN.day_ahead_forecast, (start) =>
    instantOnDay(DUE_ZONE, addDays(localDay(zone, start), dayOffset), DUE_TIME_OF_DAY_MS),
  );
}

function retimed(series: KnownSeries, assumed: KnownRule, knownAtOf: (start: EpochMs) => EpochMs): KnownSeries {
  const startOf = (hour: number): EpochMs => series.start + hour * HOUR_MS;
  const newTime = (hour: number, known: EpochMs): EpochMs =>
    known === knownAt(assumed, startOf(hour)) ? knownAtOf(startOf(hour)) : known;
  const replaced = new Map(
    Array.from(series.replaced, ([hour, versions]) => {
      const retimedVersions = versions.map(({ value, knownAtMs }) => ({ value, knownAtMs: newTime(hour, knownAtMs) }));
      return [hour, retimedVersions] as const;
    }),
  );
  return { ...series, knownAtMs: series.knownAtMs.map((known, hour) => newTime(hour, known)), replaced };
}
