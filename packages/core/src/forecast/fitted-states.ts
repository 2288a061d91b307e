import type { DayNumber } from '../calendar/holiday-calendar.js';

/** States of one kind by name: at most one each, the newest that was written. */
export interface StateShelf<State> {
  /** The state stored under a name; undefined when there is none, or when it may not be intact. */
  read(name: string): State | undefined;
  /** Keeps a state in place of an earlier one. A state that cannot be kept is fitted again later: nothing is thrown. */
  write(name: string, state: State): void;
}

/**
 * Fits that outlast the process: a model that finds its state with the fingerprint of its inputs makes the forecasts
 * that a fresh fit would make, bit for bit. A store must not return states written by another version of the code.
 *
 * Read and written on the thread that forecasts, so it is synchronous, as fits are. States are trees of plain objects,
 * arrays, numbers, texts and `Float64Array`; their arrays are not changed after they were written or read.
 */
export interface FittedStates {
  readonly areas: StateShelf<AreaState>;
  readonly models: StateShelf<ModelsState>;
  /** Makes states that other machines fitted readable here. Never rejects. Default: there are no other machines. */
  fetch?(wanted: WantedStates): Promise<void>;
}

/** States of one fingerprint, by name. */
export interface WantedStates extends Readonly<Record<'areas' | 'models', readonly string[]>> {
  readonly fingerprint: string;
}

/** The newest fit of a series' climatology. */
export interface SeriesState {
  readonly id: string;
  readonly coefficients: Float64Array;
}

/** State shared by all models of an area: the fits of the series it reads, except series whose history is too short. */
export interface AreaState {
  readonly fingerprint: string;
  readonly fittedDays: number;
  readonly own: SeriesState;
  readonly grids: readonly SeriesState[];
  readonly adjacent: readonly SeriesState[];
  /** Areas of the global model, each in its own clock; empty without it. */
  readonly areas: readonly SeriesState[];
  /** Coefficients of the response to weather. */
  readonly response: Float64Array | undefined;
}

/** The newest fits of an area's models for one number of known hours. */
export interface ModelsState {
  readonly fingerprint: string;
  /** Mean absolute log errors of an autoregression, lead days 0 and 1 by hour. */
  readonly nearErrors: Float64Array;
  readonly members: readonly MemberState[];
  /** Tiers in fallback order. */
  readonly tiers: readonly TierState[];
}

export interface MemberState {
  readonly kind: string;
  /** Rows behind the fit. */
  readonly rows: number;
  readonly weights: Float64Array;
}

export interface TierState {
  readonly name: string;
  /** Weights by member, then by lead day. */
  readonly withPrimary: readonly Float64Array[];
  readonly fallbackOnly: readonly Float64Array[];
  /** Shares of the autoregression, by hours after the known ones. */
  readonly nearShares: Float64Array | undefined;
  /** Past log forecasts by issue day, of the last weeks before the training cutoff. */
  readonly recent: readonly (readonly [DayNumber, Float64Array])[];
  /** State after the last of them, in a tier that takes trailing errors off. */
  readonly trailing: TrailingErrorState | undefined;
  /** Calibration of a tier that has issued a forecast. */
  readonly calibration: CalibrationState | undefined;
}

/** Errors and products of errors as known on a day, and the issue days whose targets are still to come. */
export interface TrailingErrorState {
  readonly errors: Float64Array;
  readonly products: Float64Array;
  readonly issued: readonly IssuedState[];
  readonly nextTarget: DayNumber | undefined;
}

/** An issue day's log forecasts before the correction, and the trailing errors that were known then. */
export interface IssuedState {
  readonly day: DayNumber;
  readonly logs: Float64Array;
  readonly errors: Float64Array;
}

export interface CalibrationState {
  readonly quantiles: Float64Array;
  readonly volatility: VolatilityState;
  readonly tails: TailState;
}

/** Error scales by lead day, one value a day from `firstDay` up to the training cutoff. */
export interface VolatilityState {
  readonly firstDay: DayNumber;
  readonly errors: readonly Float64Array[];
  readonly levels: readonly Float64Array[];
}

/** Likewise. */
export interface TailState {
  readonly firstDay: DayNumber;
  readonly low: readonly Float64Array[];
  readonly high: readonly Float64Array[];
}
