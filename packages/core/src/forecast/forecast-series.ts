import type { HolidayCalendar } from '../calendar/holiday-calendar.js';
import { ServiceError } from '../errors/service-error.js';
import { foldBlocks } from '../series/known-series.js';
import { type LoadSeries, seriesWindow } from '../series/series.js';
import { DAY_MS, type EpochMs, HOUR_MS } from '../time/instant.js';
import { engine } from './engine.js';
import type { ForecastTarget, IssuedForecast, IssueOptions } from './forecaster.js';
import { OWN_SERIES } from './settings.data.js';

/** An hourly load series of the caller's own, and what its days are like. */
export interface OwnSeries extends IssueOptions {
  /** What error messages call it. */
  readonly name?: string;
  /** IANA name of the clock that the consumers live by. */
  readonly timezone: string;
  /** The holidays they keep: one of `CALENDARS`, or one from `createHolidayCalendar`. */
  readonly calendar: HolidayCalendar;
  /** Hourly load from a whole UTC hour, MW, NaN where missing; hours before July 2015 are not read. */
  readonly load: LoadSeries;
  /** Epoch ms; hours that end later are not used. Default: the end of `load`. */
  readonly issuedAt?: EpochMs;
}

/** Not an id of EIA-930, so that no neighbor, operator forecast or bound of a real series is used for it. */
const OWN: Pick<ForecastTarget, 'id' | 'series' | 'inGlobalModel' | 'residualClip'> = {
  id: 'own series',
  series: 'own series',
  inGlobalModel: false,
  residualClip: OWN_SERIES.residualClip,
};

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
  const { name = 'the series', timezone, calendar, load, issuedAt = seriesWindow(load).end, ...options } = own;
  if (load.stepMs !== HOUR_MS || load.start % HOUR_MS !== 0) {
    throw new RangeError(`${name}: the load is not one value per whole UTC hour`);
  }
  const days = (Math.min(seriesWindow(load).end, issuedAt) - load.start) / DAY_MS;
  if (days < OWN_SERIES.fewestDays) {
    const why = `${Math.max(0, Math.floor(days))} days of load before the issue, at least ${OWN_SERIES.fewestDays} are needed`;
    throw new ServiceError('no_data', `${name}: ${why}`, { reason: 'before_history' });
  }
  const known = foldBlocks([{ start: load.start, values: load.valuesMw, known: { kind: 'lag', lagMs: 0 } }]);
  const data = {
    load: (series: string) => (series === OWN.series ? known : undefined),
    operatorForecast: () => undefined,
    weather: () => undefined,
  };
  return engine.forArea({ ...OWN, name, timezone, calendar }, data).issue(issuedAt, options);
}
