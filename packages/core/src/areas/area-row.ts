import type { LocalCalendar } from '../calendar/local-calendar.js';
import type { ScreenPolicy } from '../screening/policy.js';
import type { LoadNeeds } from '../series/load-shortfall.js';

/** A code under which a surface lists an area. */
export interface ListedCode {
  readonly code: string;
  /** Other spellings that callers may write for it. */
  readonly aliases?: readonly string[];
  /** Spellings that are accepted too, and listed nowhere. */
  readonly unlistedAliases?: readonly string[];
  /** Its place in the surface's list. Codes without one come last, in the order of the rows. */
  readonly order?: number;
}

/** A place whose weather is read for an area. */
export interface AreaPoint {
  readonly name: string;
  /** Degrees north. */
  readonly latitude: number;
  /** Degrees east. */
  readonly longitude: number;
  /** Its weight among the area's points: the population around it, in millions. */
  readonly weight: number;
}

/**
 * Whose load helps to forecast an area's, by series id. `X-` means every sub-area of the area whose series is X.
 *
 * `grids` are few, long (2015 on) and near: the neighbors of the long-history model. `adjacent` are many: an
 * authority's own sub-areas and everything that touches it (sub-areas exist from 2018-10 on).
 */
export interface Neighbours {
  readonly grids: readonly string[];
  readonly adjacent: readonly string[];
}

/** What drives the simulated load of an area. Temperatures in degrees C, load in MW. */
export interface SimulatedShape {
  /** Which random numbers are its own: unique, and never changed. */
  readonly stream: number;
  /** Load on an ordinary mild working day, mean over the day. */
  readonly baseMw: number;
  /** Relative load per degree of the smoothed temperature above 19 and below 13. */
  readonly coolingPerC: number;
  readonly heatingPerC: number;
  readonly meanC: number;
  /** Half of the spread between July and January, and between afternoon and dawn. */
  readonly seasonC: number;
  readonly dayC: number;
}

/** An area whose simulated load is the sum of other areas' loads. */
export interface SimulatedSum {
  readonly stream: number;
  /** Their series ids. */
  readonly sumOf: readonly string[];
}

/** One row of the area registry: all that the system holds of an area. */
export interface AreaRow extends LocalCalendar {
  readonly id: string;
  readonly kind: 'grid' | 'utility';
  /** Where it is, in the contract's words. */
  readonly territory: string;
  /** The organization's full name. */
  readonly name: string;
  /** The ISO that runs the market it belongs to. */
  readonly iso: string;
  /** The operator's clock: operating day, hour ending and gates. IANA name, or `EST` for fixed UTC-5. */
  readonly marketTimezone: string;
  /** The market clock's abbreviation in OASIS reports. */
  readonly oasisTimezone: 'PPT' | 'CPT' | 'EPT' | 'EST';
  /** The load source that publishes its load. */
  readonly source: string;
  /** Id of its load at the source. EIA-930 balancing authority, or `AUTHORITY-SUBAREA`. */
  readonly series: string;
  /** The sub-areas that `SERIES-` stands for among neighbors, without the prefix. */
  readonly subAreas?: readonly string[];
  /** Codes per surface; none where a surface does not list it. `oasis` are the names that OASIS clients use. */
  readonly codes: {
    readonly a: readonly ListedCode[];
    readonly b: readonly ListedCode[];
    readonly c: readonly ListedCode[];
    readonly oasis: readonly ListedCode[];
  };
  /** Which of its hours count as faults. */
  readonly screening: ScreenPolicy;
  /** Whether its load trains the model that all areas share, and its forecast uses that model. */
  readonly inGlobalModel: boolean;
  /** Load without which it is not forecast. */
  readonly needs?: LoadNeeds;
  /** How much of a change in the size of recent errors its bounds follow, 0 to 1; 0.5 where nothing else is said. */
  readonly volatilityPower?: number;
  /** Replaces the default settings for the autoregression of the next hours: ridge strengths by hours ahead and by lead day. */
  readonly nextHours?: {
    readonly nearRidge: Readonly<Record<number, number>>;
    readonly ridge: Readonly<Record<number, number>>;
    /** Farthest that a residual may lie when it enters this model, in logs. */
    readonly clip: number;
    /** Its share of the next hours is not below this. */
    readonly leastShare: number;
  };
  readonly neighbours: Neighbours;
  readonly points: readonly AreaPoint[];
  /** What a simulated grid has for it; absent: it is in no simulated grid. */
  readonly simulated?: SimulatedShape | SimulatedSum;
  /** The account that alone sees it, and its code there. Absent: everyone sees it. */
  readonly owner?: { readonly accountId: string; readonly code: string };
  /** When an operator of the service added it, epoch ms. Absent: it is one of the contract's. */
  readonly addedAt?: number;
  /** The instant from which it is neither followed nor forecast, epoch ms. Its codes stay, so that its forecasts can be read. */
  readonly retiredAt?: number;
}
