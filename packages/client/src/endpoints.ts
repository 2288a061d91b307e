/** A grid on surface A, or an alias of one. */
export type Region =
  | 'CAISO'
  | 'ERCOT'
  | 'PJM'
  | 'MISO'
  | 'NYISO'
  | 'ISONE'
  | 'SPP'
  | 'CISO'
  | 'ERCO'
  | 'NYIS'
  | 'ISNE'
  | 'SWPP';
/** A California utility on surface C. */
export type Utility = 'PGE' | 'SCE' | 'SDGE' | 'VEA';
export type Horizon = '1d' | '2d' | '7d' | '15d';
export type Resolution = '1h' | '15min';
export type MarketRun = 'DAM' | '2DA' | '7DA' | '15DA';

/** An instant: ISO 8601 text with an offset, or a Date. */
export type Instant = string | Date;

/** One interval, named by its start. Load in MW; p10 and p90 by plan. */
export interface ForecastPoint {
  readonly timestamp: string;
  readonly value_mw: number;
  readonly p10?: number;
  readonly p90?: number;
}

/** A measured hour, named by its start. Hours without a believable value are absent. */
export interface ActualPoint {
  readonly timestamp: string;
  readonly value_mw: number;
}

export interface Metrics {
  readonly mape_pct: number;
  readonly mae_mw: number;
  readonly rmse_mw: number;
  /** Forecast less actual. */
  readonly bias_mw: number;
  readonly sample_hours: number;
}

interface Success<Data> {
  readonly status: 'success';
  readonly data: Data;
}

/** Query and answer of every JSON endpoint, by its path. */
export interface Endpoints {
  '/v1/demand/forecast': {
    query: { region: Region; horizon?: Horizon; resolution?: Resolution; as_of?: Instant };
    answer: Success<readonly ForecastPoint[]> & {
      readonly meta: {
        readonly region: string;
        readonly horizon: Horizon;
        readonly resolution: Resolution;
        readonly count: number;
        readonly issued_at: string;
        readonly model: string;
        readonly generated_at: string;
      };
    };
  };
  '/v1/demand/history': {
    query: { region: Region; start?: Instant; end?: Instant; as_of?: Instant };
    answer: Success<readonly ActualPoint[]> & {
      readonly meta: {
        readonly region: string;
        readonly start: string;
        readonly end: string;
        readonly resolution: '1h';
        readonly count: number;
        readonly missing: number;
        readonly generated_at: string;
      };
    };
  };
  '/v1/demand/latest': {
    query: { region: Region; as_of?: Instant };
    answer: Success<{
      readonly region: string;
      readonly actual: ActualPoint;
      readonly forecast: ActualPoint & { readonly issued_at: string };
    }>;
  };
  '/v1/demand/accuracy': {
    query: {
      region: Region;
      run?: MarketRun;
      /** 1 to 366 days. */
      window?: number | `${number}d`;
      baseline?: 'operator' | 'naive_24h' | 'naive_168h';
      as_of?: Instant;
    };
    answer: Success<{
      readonly region: string;
      readonly metrics: Metrics & {
        readonly coverage_pct?: number;
        readonly mean_width_mw?: number;
        readonly interval_hours?: number;
      };
      readonly model: {
        readonly name: string;
        readonly version: string;
        readonly last_run: string;
        readonly forecast_count: number;
      };
      readonly run?: MarketRun;
      readonly window?: { readonly days: number; readonly first_day: string; readonly last_day: string };
      readonly baseline?: {
        readonly name: string;
        readonly metrics: Metrics;
        readonly model_metrics: Metrics;
        readonly skill_pct: number;
      };
    }>;
  };
  '/v1/regions': {
    query: Record<never, never>;
    answer: Success<
      readonly {
        readonly region: string;
        readonly iso_name: string;
        readonly area: string;
        readonly timezone: string;
        readonly available_horizons: readonly Horizon[];
        readonly available_resolutions: readonly Resolution[];
        readonly aliases: readonly string[];
        readonly status: string;
      }[]
    > & { readonly meta: { readonly count: number; readonly generated_at: string } };
  };
  '/v1/health': {
    query: Record<never, never>;
    answer: {
      readonly status: 'ok' | 'degraded';
      readonly model: { readonly name: string; readonly version: string };
      readonly active_grids: number;
      readonly last_forecast_run: string | null;
    };
  };
  '/v1/usage': {
    query: Record<never, never>;
    answer: Success<{ readonly surfaces: readonly SurfaceUsage[] }> & {
      readonly meta: { readonly generated_at: string };
    };
  };
  '/forecast/v1/demand': {
    query: {
      tac_area: Utility;
      startdatetime: Instant;
      enddatetime: Instant;
      market_run_id?: 'DAM' | '2DA' | 'RTM';
      version?: number;
    };
    answer: {
      readonly meta: {
        readonly tac_area: Utility;
        readonly utility: string;
        readonly startdatetime: string;
        readonly enddatetime: string;
        readonly market_run_id: string;
        readonly units: 'MW';
        readonly generated_at: string;
        readonly model_version: string;
      };
      readonly forecast: readonly {
        readonly interval_start: string;
        readonly value: number;
        readonly lower_bound: number;
        readonly upper_bound: number;
      }[];
    };
  };
  '/forecast/v1/historical': {
    query: { tac_area: Utility /** A Pacific day, YYYY-MM-DD. */; date: string; metric?: 'mape' | 'rmse' | 'mae' };
    answer: {
      readonly meta: { readonly tac_area: Utility; readonly utility: string; readonly date: string };
      readonly metrics: { readonly mape?: number; readonly rmse?: number; readonly mae?: number };
      readonly n_hours: number;
    };
  };
  '/forecast/v1/tac-areas': {
    query: Record<never, never>;
    answer: {
      readonly count: number;
      readonly tac_areas: readonly {
        readonly tac_area: Utility;
        readonly utility: string;
        readonly territory: string;
        readonly timezone: string;
        readonly status: string;
        readonly market_run_ids: readonly string[];
      }[];
    };
  };
}

interface UsageWindow {
  /** Null where there is no limit. */
  readonly limit: number | null;
  readonly used: number;
  readonly remaining: number | null;
  readonly resets_at: string;
}

interface SurfaceUsage {
  readonly surface: 'a' | 'b' | 'c';
  readonly plan: string;
  readonly hour: UsageWindow;
  readonly day: UsageWindow;
  readonly regions: readonly (UsageWindow & { readonly region: string })[];
  readonly keys: readonly { readonly key_id: string; readonly used: number }[];
}

export type Path = keyof Endpoints;
export type Query<P extends Path> = Endpoints[P]['query'];
export type Answer<P extends Path> = Endpoints[P]['answer'];

/** Endpoints whose rows can be read over ranges longer than one call allows. */
export type RangePath = '/v1/demand/history' | '/forecast/v1/demand';
