import type { HolidayCalendar } from '../calendar/holiday-calendar.js';
import { ServiceError } from '../errors/service-error.js';
import { SUB_AREA_POLICY } from '../screening/policies.data.js';
import { foldBlocks, type KnownSeries } from '../series/known-series.js';
import { type LoadSeries, seriesWindow } from '../series/series.js';
import { DAY_MS, type EpochMs, HOUR_MS } from '../time/instant.js';
import { engine } from './engine.js';
import type { ForecastData, ForecastTarget, IssuedForecast, IssueOptions } from './forecaster.js';

/** Days of load before the first forecast of a caller's own series: no other area's load helps it. */
const FEWEST_DAYS = 30;

/** An hourly load series of the caller's own, and what its days are like. */
export interface OwnSeries extends IssueOptions {
  /** What error messages call it. */
  readonly name?: string;
  /** IANA name of the clock that the consumers live by. */
  readonly timezone: string;
  /** The holidays they keep: one of `CALENDARS`. */
  readonly calendar: HolidayCalendar;
  /** Hourly load from a whole UTC hour, MW, NaN where missing; hours before July 2015 are not read. */
  readonly load: LoadSeries;
  /** Epoch ms; hours that end later are not used. Default: the end of `load`. */
  readonly issuedAt?: EpochMs;
}

/**
 * A series of the caller's own as a target of any model. Its ids are none of EIA-930, so that no neighbor, operator forecast or
 * bound of a real series is used for it; it is screened as a sub-area.
 *
 * @param knownLagMs ms after its end from which an hour counts as known
 * @returns the target, what a model may see of it, and its load with known times
 * @throws {RangeError} `load` is not hourly or does not start on a whole hour
 */
export function ownSubject(
  { name = 'the series', timezone, calendar, load }: Omit<OwnSeries, 'issuedAt'>,
  knownLagMs = 0,
): { readonly target: ForecastTarget; readonly data: ForecastData; readonly known: KnownSeries } {
  if (load.stepMs !== HOUR_MS || load.start % HOUR_MS !== 0) {
    throw new RangeError(`${name}: the load is not one value per whole UTC hour`);
  }
  const id = 'own-series';
  const known = foldBlocks([{ start: load.start, values: load.valuesMw, known: { kind: 'lag', lagMs: knownLagMs } }]);
  return {
    target: { id, series: id, name, timezone, calendar, screening: SUB_AREA_POLICY, inGlobalModel: false },
    data: {
      load: (series) => (series === id ? known : undefined),
      operatorForecast: () => undefined,
      weather: () => undefined,
    },
    known,
  };
}

/**
 * Forecasts a series of the caller's own with the engine: from its load, its clock and its holidays alone.
 *
 * Each hour counts as known when it ends. Models are fitted from scratch in every call; a program that issues many
 * forecasts of one series keeps `engine.forArea(target, data)` instead.
 *
 * @returns 384 hours from the first full hour at or after `issuedAt`, in the unit of `load`
 * @throws {RangeError} `load` is not hourly or does not start on a whole hour, or the time zone is unknown
 * @throws {ServiceError} `no_data`: fewer than 30 days before `issuedAt`, or too few measured hours among them
 */
export async function forecastSeries(own: OwnSeries): Promise<IssuedForecast> {
  const { name, timezone, calendar, load, issuedAt = seriesWindow(load).end, ...options } = own;
  const { target, data } = ownSubject(own);
  const days = (Math.min(seriesWindow(load).end, issuedAt) - load.start) / DAY_MS;
  if (days < FEWEST_DAYS) {
    const enoughAt = new Date(load.start + FEWEST_DAYS * DAY_MS).toISOString().slice(0, 10);
    const why = `${Math.max(0, Math.floor(days))} days of load before the issue, but ${FEWEST_DAYS} are needed. Load up to ${enoughAt} would be enough`;
    throw new ServiceError('no_data', `${target.name}: ${why}`, { reason: 'before_history' });
  }
  return engine.forArea(target, data).issue(issuedAt, options);
}
