export type AreaId = 'caiso' | 'ercot' | 'pjm' | 'miso' | 'nyiso' | 'isone' | 'spp' | 'pge' | 'sce' | 'sdge' | 'vea';

export type SurfaceId = 'a' | 'b' | 'c';
export type Horizon = '1d' | '2d' | '7d' | '15d';
export type Resolution = '1h' | '15min';

/** One row of the area registry. */
export interface Area {
  readonly id: AreaId;
  readonly kind: 'grid' | 'utility';
  /** Where it is, in the contract's words. */
  readonly territory: string;
  /** The organisation's full name. */
  readonly name: string;
  /** The ISO that runs the market it belongs to. */
  readonly iso: string;
  readonly status: 'active';
  /** The clock people live by: shapes the load. IANA name. */
  readonly timezone: string;
  /** The operator's clock: operating day, hour ending and gates. IANA name, or `EST` for fixed UTC-5. */
  readonly marketTimezone: string;
  /** The market clock's abbreviation in OASIS reports. */
  readonly oasisTimezone: 'PPT' | 'CPT' | 'EPT' | 'EST';
  /** EIA-930 id of its load: a balancing authority, or `AUTHORITY-SUBAREA`. */
  readonly series: string;
  /** Codes per surface: the first is canonical. `oasis` are the names that OASIS clients use. */
  readonly codes: {
    readonly a: readonly string[];
    readonly b: readonly string[];
    readonly c: readonly string[];
    readonly oasis: readonly string[];
  };
  readonly horizons: readonly Horizon[];
  readonly resolutions: readonly Resolution[];
  /** Whether its load trains the model that all areas share, and its forecast uses that model. */
  readonly inGlobalModel: boolean;
  /** Farthest that a residual from the climatology may lie when it enters a model, in logs: 0.5 is a factor of 1.65. */
  readonly residualClip: number;
}
