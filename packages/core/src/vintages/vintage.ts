import type { AreaId } from '../areas/area.js';
import type { EpochMs } from '../time/instant.js';
import type { ErrorDependence } from './error-dependence.js';
import type { RunDrivers } from './run-drivers.js';

/** Hours in every vintage: 15 days stay whole when the newest run is a day old, and the 15th local day is covered. */
export const VINTAGE_HOURS = 384;

export interface ModelId {
  readonly name: string;
  readonly version: string;
}

/** The metadata of a forecast run, without its values. */
export interface VintageHeader {
  readonly areaId: AreaId;
  /** When the forecast was made: it used nothing known later. */
  readonly issuedAt: EpochMs;
  /** When it was committed, and so could first be read. Never before `issuedAt`. */
  readonly availableAt: EpochMs;
  /** Start of the newest own actual hour it saw. */
  readonly dataCutoff: EpochMs;
  readonly model: ModelId;
  /** Start of the first hour. */
  readonly start: EpochMs;
  /** Inputs that were known and not used, each with the reason. Undefined: it was not noted, as before format 16 of the store. */
  readonly leftOut?: readonly string[];
}

/** A forecast's three lines, MW. Bounds are NaN together where there are none, else `p10Mw <= valueMw <= p90Mw`. */
export interface ForecastLines {
  readonly valueMw: Float64Array;
  readonly p10Mw: Float64Array;
  readonly p90Mw: Float64Array;
}

/**
 * One forecast run, never changed after it was issued.
 *
 * Arrays have one value per hour from `start`, MW, whole multiples of 0.01. `p10Mw` and `p90Mw` are NaN together, on
 * rows that carry no quantile estimates; otherwise `p10Mw <= valueMw <= p90Mw`.
 */
export interface Vintage extends VintageHeader, ForecastLines {
  /** The drivers behind the values; absent where the model gives none, and in runs made before drivers were kept. */
  readonly drivers?: RunDrivers;
  /** What its joint paths are made with. Absent in runs made before it was kept. */
  readonly dependence?: ErrorDependence;
}

/** Megawatts to the hundredth, as in an issued forecast. */
export function toHundredths(valueMw: number): number {
  return Math.round(valueMw * 100) / 100;
}
