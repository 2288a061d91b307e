import type { Areas } from '../areas/area.js';
import type { AreaRow, Neighbours } from '../areas/area-row.js';
import type { LocalCalendar } from '../calendar/local-calendar.js';
import type { SeriesKey } from '../ports/actuals-store.js';
import type { KnownSeries } from '../series/known-series.js';
import type { KnownWeather } from '../series/known-weather.js';
import type { EpochMs } from '../time/instant.js';
import type { ErrorDependence } from '../vintages/error-dependence.js';
import type { DriverParts } from '../vintages/run-drivers.js';
import type { ForecastLines, ModelId } from '../vintages/vintage.js';
import type { FittedStates } from './fitted-states.js';

/**
 * The data of a model: every value with the instant at which it became known.
 *
 * A model reads it through `readAsOf`, so no forecast depends on a value known after the issue. Between two calls data may be
 * appended, never edited.
 */
export interface ForecastData {
  /** Reported load, MW. @param series EIA-930 id, clocks corrected */
  load(series: string): KnownSeries | undefined;
  /** The operator's own day-ahead forecast of its load, MW. @param series EIA-930 id of the authority */
  operatorForecast(series: string): KnownSeries | undefined;
  /**
   * The operator's own forecasts of several days, MW, every issue of them kept; absent where none are followed.
   *
   * @param series EIA-930 id of the authority
   */
  multiDayForecast?(series: string): KnownSeries | undefined;
  /**
   * Load of the newest hours as the operator's own feed has it, MW, minutes after each hour: provisional; absent where none is
   * followed.
   *
   * @param series EIA-930 id of the authority
   */
  newestLoad?(series: string): KnownSeries | undefined;
  /** Weather of an area, observed and forecast. */
  weather(id: string): KnownWeather | undefined;
}

/** The description of a target that a model needs. Every `Area` is one. */
export interface ForecastTarget
  extends LocalCalendar,
    Pick<AreaRow, 'screening' | 'inGlobalModel' | 'needs' | 'volatilityPower' | 'nextHours'> {
  /** The key of its weather in `ForecastData`. */
  readonly id: string;
  /** What error messages call it. */
  readonly name: string;
  /** The key of its load in `ForecastData`. */
  readonly series: string;
  /** Series whose load helps to forecast it; absent where none does. */
  readonly neighbours?: Neighbours;
  /** The areas that it is one of, some of which share a model; absent for a series of one's own. */
  readonly areas?: Areas;
}

/** Quantile levels of `IssuedForecast.quantiles`, ascending. */
export const QUANTILE_LEVELS = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95] as const;

/**
 * One forecast run of one area. Arrays hold one value per hour from `start`, MW, whole multiples of 0.01, finite and
 * never negative, with `p10Mw <= valueMw <= p90Mw`.
 */
export interface IssuedForecast extends ForecastLines {
  /** The first full hour at or after the issue. */
  readonly start: EpochMs;
  /** Start of the newest hour of the area's own reported load that was used; hours of the operator's own feed are newer. */
  readonly dataCutoff: EpochMs;
  /** The name contains the tier: the inputs that were used. */
  readonly model: ModelId;
  /** Inputs that were known and not used, each with the reason. */
  readonly excludedInputs: readonly string[];
  /** `quantiles[i]` belongs to `QUANTILE_LEVELS[i]`; never crossing. Only on request, as the next. */
  readonly quantiles?: readonly Float64Array[];
  readonly contributions?: DriverParts;
  /** How the errors of the hours go together, of a model that says it: joint paths of the run are made with it. */
  readonly dependence?: ErrorDependence;
}

/** What an issue returns on request. */
export interface IssueOptions {
  readonly quantiles?: boolean;
  readonly contributions?: boolean;
}

/** A model bound to one area and its data. */
export interface AreaForecaster {
  /**
   * Makes the forecast that could be made at `issuedAt`: a pure function of the area, the data known then, and
   * the instant. Fits are kept between calls, which changes the speed and not the result.
   *
   * A model reads its data before it awaits anything, or all again afterwards: data may be appended while an issue is under way.
   *
   * @param issuedAt epoch ms, any instant
   * @returns 384 hours from the first full hour at or after `issuedAt`
   * @throws {ServiceError} (rejects with) `no_data` when the area's own load has too little history or none at all
   */
  issue(issuedAt: EpochMs, options?: IssueOptions): Promise<IssuedForecast>;
}

/** What a model can forecast from. */
export type ForecastInput = 'own' | 'neighbours' | 'operator' | 'weather';

/**
 * A forecasting model. It declares the series it reads, so that a caller loads no others: code that stores or loads
 * series is given the list (`seriesReadBy`) and depends on no model.
 */
export interface Forecaster {
  /** Unique in a registry: what `FORECASTER` and `--model` name. */
  readonly name: string;
  readonly version: string;
  /** The kinds of input that it uses where they are known. Weather is loaded only for a model that lists it. */
  readonly inputs: readonly ForecastInput[];
  /** The stored series that it may read to forecast a target: observed load (`demand`, `newest_load`), `day_ahead_forecast` and `multi_day_forecast`. */
  series(target: ForecastTarget): readonly SeriesKey[];
  /** @param states where fits outlast the process, for a model that keeps any */
  forArea(target: ForecastTarget, data: ForecastData, states?: FittedStates): AreaForecaster;
}
