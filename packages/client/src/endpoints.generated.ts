// Made from /openapi.json: `vitest run --project='unit*' tooling/conformance/src/openapi/client-types -u` writes it.

/** An instant: ISO 8601 text with an offset, or a Date. Where a range takes market days also `2026-11-21`. */
export type Instant = string | Date;

export type Region = 'CAISO' | 'ERCOT' | 'PJM' | 'MISO' | 'NYISO' | 'ISONE' | 'SPP' | 'CISO' | 'ERCO' | 'NYIS' | 'ISNE' | 'SWPP';
export type Utility = 'PGE' | 'SCE' | 'SDGE' | 'VEA';
export type Horizon = '1d' | '2d' | '7d' | '15d';
export type Resolution = '1h' | '15min';
export type MarketRun = 'DAM' | '2DA' | '7DA' | '15DA';

/** Query and answer of every endpoint, by its path. Segments in braces are given with the query. */
export interface Endpoints {
  '/v1/demand/forecast': {
    readonly query: {
      /** The grid, by code or alias; case is ignored and the canonical code is echoed. Where a list is allowed: utilities too, several with commas between, or `all`. */
      readonly region: Region;
      /** How far ahead; plans limit it. */
      readonly horizon?: Horizon;
      /** Length of a row; plans limit it. Four quarters average to their hour. */
      readonly resolution?: Resolution;
      /** Start of the range: ISO 8601 with an offset, or a date, the market day of the region. On history the default is 24 hours before now, or `as_of`. */
      readonly start?: Instant;
      /** End of the range, which it does not include unless it is a date; at most 31 days after its start. On history the default is now, or `as_of`. */
      readonly end?: Instant;
      /** For each operating day the newest run available at this gate. */
      readonly gate?: string;
      /** For each hour the newest run available so long before it began. */
      readonly lead?: string;
      /** Answers with the data available at this instant. Must not be in the future. */
      readonly as_of?: Instant;
      /** Adds a column for each level, `p05` to `p95`; plans with p10 and p90 only. `value_mw`, p10 and p90 come from the run, the others are interpolated between and beyond them. */
      readonly quantiles?: readonly (0.05 | 0.1 | 0.15 | 0.2 | 0.25 | 0.3 | 0.35 | 0.4 | 0.45 | 0.5 | 0.55 | 0.6 | 0.65 | 0.7 | 0.75 | 0.8 | 0.85 | 0.9 | 0.95)[];
      /** Adds columns, as known at `as_of`: `operator` the operator’s forecast (`operator_mw`), `actual` the measured load (`actual_mw`), `inputs` the newest measured hour that the run had seen (`data_cutoff`), `drivers` the parts that add up to the value (plans with p10 and p90). */
      readonly include?: readonly ('actual' | 'operator' | 'inputs' | 'drivers')[];
      /** Adds the wall-clock time of this zone beside UTC. */
      readonly tz?: string;
    };
    readonly answer: {
      readonly status: 'success';
      readonly data: readonly {
        /** Start of the interval. */
        readonly timestamp: string;
        /** Load in MW, at most two decimals. */
        readonly value_mw: number;
        /** Lower bound in MW: 1 hour in 10 falls below. Absent where the plan does not include bounds. */
        readonly p10?: number;
        /** Upper bound in MW: 1 hour in 10 falls above. */
        readonly p90?: number;
        /** Start of the interval on the clock that `tz` names. */
        readonly time_local?: string;
        readonly p05?: number;
        readonly p15?: number;
        readonly p20?: number;
        readonly p25?: number;
        readonly p30?: number;
        readonly p35?: number;
        readonly p40?: number;
        readonly p45?: number;
        readonly p50?: number;
        readonly p55?: number;
        readonly p60?: number;
        readonly p65?: number;
        readonly p70?: number;
        readonly p75?: number;
        readonly p80?: number;
        readonly p85?: number;
        readonly p95?: number;
        /** What was measured, as known at `as_of`. */
        readonly actual_mw?: number;
        /** The operator’s day-ahead forecast, as known at `as_of`. */
        readonly operator_mw?: number;
        /** Start of the last measured hour used by the run. */
        readonly data_cutoff?: string;
        /** Expected load by season, weekday and trend, MW. */
        readonly driver_climatology_mw?: number;
        /** Effect of holidays, MW. */
        readonly driver_holiday_mw?: number;
        /** Effect of the area’s own recent load, MW. */
        readonly driver_recent_load_mw?: number;
        /** Effect of other areas’ recent load, MW. */
        readonly driver_neighbours_mw?: number;
        /** Effect of the operator’s own forecast, MW. */
        readonly driver_operator_mw?: number;
        /** Effect of the weather, MW. */
        readonly driver_weather_mw?: number;
        /** Issue time of this hour’s run. */
        readonly issued_at?: string;
        readonly model?: string;
      }[];
      readonly meta: {
        /** Canonical code of the region. */
        readonly region: string;
        readonly horizon?: Horizon;
        readonly resolution: Resolution;
        /** Rows in data. */
        readonly count: number;
        /** When the forecast was made. */
        readonly issued_at?: string;
        /** Model and version; `simulated-` is not about a real grid. */
        readonly model?: string;
        /** When the answer was made. */
        readonly generated_at: string;
        readonly start?: string;
        readonly end?: string;
        /** Hours of the range without such a run; they are not in data. */
        readonly missing?: number;
      };
    };
  };
  '/v1/demand/history': {
    readonly query: {
      /** The grid, by code or alias; case is ignored and the canonical code is echoed. Where a list is allowed: utilities too, several with commas between, or `all`. */
      readonly region: Region;
      /** Start of the range: ISO 8601 with an offset, or a date, the market day of the region. On history the default is 24 hours before now, or `as_of`. */
      readonly start?: Instant;
      /** End of the range, which it does not include unless it is a date; at most 31 days after its start. On history the default is now, or `as_of`. */
      readonly end?: Instant;
      /** Answers with the data available at this instant. Must not be in the future. */
      readonly as_of?: Instant;
      /** Adds the wall-clock time of this zone beside UTC. */
      readonly tz?: string;
    };
    readonly answer: {
      readonly status: 'success';
      readonly data: readonly {
        /** Start of the hour. */
        readonly timestamp: string;
        /** Load in MW, at most two decimals. */
        readonly value_mw: number;
        /** Start of the interval on the clock that `tz` names. */
        readonly time_local?: string;
      }[];
      readonly meta: {
        /** Canonical code of the region. */
        readonly region: string;
        readonly start: string;
        readonly end: string;
        readonly resolution: '1h';
        /** Rows in data. */
        readonly count: number;
        /** Past hours of the range without a plausible value; they are not in data. */
        readonly missing: number;
        /** When the answer was made. */
        readonly generated_at: string;
      };
    };
  };
  '/v1/demand/latest': {
    readonly query: {
      /** The grid, by code or alias; case is ignored and the canonical code is echoed. Where a list is allowed: utilities too, several with commas between, or `all`. */
      readonly region: Region;
      /** Answers with the data available at this instant. Must not be in the future. */
      readonly as_of?: Instant;
      /** Adds the wall-clock time of this zone beside UTC. */
      readonly tz?: string;
    };
    readonly answer: {
      readonly status: 'success';
      readonly data: {
        /** Canonical code of the region. */
        readonly region: string;
        readonly actual: {
          readonly timestamp: string;
          /** Load in MW, at most two decimals. */
          readonly value_mw: number;
          /** Start of the interval on the clock that `tz` names. */
          readonly time_local?: string;
        };
        readonly forecast: {
          readonly timestamp: string;
          /** Load in MW, at most two decimals. */
          readonly value_mw: number;
          readonly issued_at: string;
          /** Start of the interval on the clock that `tz` names. */
          readonly time_local?: string;
        };
      };
    };
  };
  '/v1/demand/accuracy': {
    readonly query: {
      /** The grid, by code or alias; case is ignored and the canonical code is echoed. Where a list is allowed: utilities too, several with commas between, or `all`. */
      readonly region: Region;
      /** Operating days to score, 1 to 366, as in `30` or `30d`, ending with the last that is over. */
      readonly window?: number | string;
      /** The market run: forecasts fixed 1, 2, 7 or 15 days before, at 09:00 market time. */
      readonly run?: MarketRun;
      /** Also score this forecast, on the same hours. */
      readonly baseline?: 'naive_24h' | 'naive_168h' | 'operator';
      /** Answers with the data available at this instant. Must not be in the future. */
      readonly as_of?: Instant;
    };
    readonly answer: {
      readonly status: 'success';
      readonly data: {
        /** Canonical code of the region. */
        readonly region: string;
        readonly metrics: {
          /** Mean absolute percentage error, in percent. */
          readonly mape_pct: number | null;
          /** Mean absolute error, MW. */
          readonly mae_mw: number | null;
          /** Root mean square error, MW. */
          readonly rmse_mw: number | null;
          /** Mean of forecast minus actual, MW. */
          readonly bias_mw: number | null;
          /** Hours with a forecast and an actual. */
          readonly sample_hours: number;
          /** Share of hours with load between p10 and p90. Only with `window`, `run` or `baseline`. */
          readonly coverage_pct?: number | null;
          /** Mean of p90 minus p10, MW. */
          readonly mean_width_mw?: number | null;
          /** Scored hours that have bounds. */
          readonly interval_hours?: number;
        };
        readonly model: {
          readonly name: string;
          readonly version: string;
          /** Issue time of the newest forecast. */
          readonly last_run: string;
          /** Forecasts issued for the region. */
          readonly forecast_count: number;
        };
        readonly run?: MarketRun;
        /** The operating days that were scored. */
        readonly window?: {
          readonly days: number;
          readonly first_day: string;
          readonly last_day: string;
        };
        readonly baseline?: {
          readonly name: 'naive_24h' | 'naive_168h' | 'operator';
          readonly metrics: {
            /** Mean absolute percentage error, in percent. */
            readonly mape_pct: number | null;
            /** Mean absolute error, MW. */
            readonly mae_mw: number | null;
            /** Root mean square error, MW. */
            readonly rmse_mw: number | null;
            /** Mean of forecast minus actual, MW. */
            readonly bias_mw: number | null;
            /** Hours with a forecast and an actual. */
            readonly sample_hours: number;
          };
          /** The forecast on the hours of the baseline. */
          readonly model_metrics: {
            /** Mean absolute percentage error, in percent. */
            readonly mape_pct: number | null;
            /** Mean absolute error, MW. */
            readonly mae_mw: number | null;
            /** Root mean square error, MW. */
            readonly rmse_mw: number | null;
            /** Mean of forecast minus actual, MW. */
            readonly bias_mw: number | null;
            /** Hours with a forecast and an actual. */
            readonly sample_hours: number;
          };
          /** 100 (1 - MAE of the forecast / MAE of the baseline). */
          readonly skill_pct: number | null;
        };
      };
    };
  };
  '/v1/demand/snapshot': {
    readonly query: {
      /** The grid, by code or alias; case is ignored and the canonical code is echoed. Where a list is allowed: utilities too, several with commas between, or `all`. */
      readonly region?: string;
      /** Answers with the data available at this instant. Must not be in the future. */
      readonly as_of?: Instant;
      /** Adds the wall-clock time of this zone beside UTC. */
      readonly tz?: string;
    };
    readonly answer: {
      readonly status: 'success';
      readonly data: readonly {
        /** Start of the current hour. */
        readonly time_utc: string;
        /** Start of the interval on the clock that `tz` names. */
        readonly time_local?: string;
        /** Canonical code of the region. */
        readonly region: string;
        /** Forecast of the current hour in MW, by the newest run that was there when it began. */
        readonly value_mw?: number;
        /** Lower bound in MW: 1 hour in 10 falls below. Absent where the plan does not include bounds. */
        readonly p10?: number;
        /** Upper bound in MW: 1 hour in 10 falls above. */
        readonly p90?: number;
        /** Load of the newest measured hour, MW. */
        readonly actual_mw?: number;
        /** The operator’s own forecast of the current hour, MW. */
        readonly operator_mw?: number;
        /** Start of the newest measured hour. */
        readonly actual_time_utc?: string;
        /** Start of the interval on the clock that `tz` names. */
        readonly actual_time_local?: string;
        /** Whole hours since that hour ended. */
        readonly actual_age_hours?: number;
        /** Start of the hour with the highest forecast of the next 24. */
        readonly peak_time_utc?: string;
        /** Start of the interval on the clock that `tz` names. */
        readonly peak_time_local?: string;
        /** Forecast of that hour, MW. */
        readonly peak_mw?: number;
        /** Lower bound in MW: 1 hour in 10 falls below. Absent where the plan does not include bounds. */
        readonly peak_p10?: number;
        /** Upper bound in MW: 1 hour in 10 falls above. */
        readonly peak_p90?: number;
        /** When the run was made. */
        readonly issued_at?: string;
        /** Whole hours since the newest run was made. */
        readonly run_age_hours?: number;
        /** Start of the last measured hour used by the run. */
        readonly data_cutoff?: string;
        /** Model and version; `simulated-` is not about a real grid. */
        readonly model?: string;
      }[];
      readonly meta: {
        /** As given. */
        readonly as_of?: string;
        /** Rows in data. */
        readonly count: number;
        /** When the answer was made. */
        readonly generated_at: string;
      };
    };
  };
  '/v1/demand/compare': {
    readonly query: {
      /** The grid, by code or alias; case is ignored and the canonical code is echoed. Where a list is allowed: utilities too, several with commas between, or `all`. */
      readonly region: string;
      /** Start of the range: ISO 8601 with an offset, or a date, the market day of the region. On history the default is 24 hours before now, or `as_of`. */
      readonly start?: Instant;
      /** End of the range, which it does not include unless it is a date; at most 31 days after its start. On history the default is now, or `as_of`. */
      readonly end?: Instant;
      /** For each operating day the newest run available at this gate. */
      readonly gate?: string;
      /** For each hour the newest run available so long before it began. */
      readonly lead?: string;
      /** Answers with the data available at this instant. Must not be in the future. */
      readonly as_of?: Instant;
      /** Adds the wall-clock time of this zone beside UTC. */
      readonly tz?: string;
    };
    readonly answer: {
      readonly status: 'success';
      readonly data: readonly {
        /** Start of the hour. */
        readonly time_utc: string;
        /** Start of the interval on the clock that `tz` names. */
        readonly time_local?: string;
        /** Canonical code of the region. */
        readonly region: string;
        /** Our forecast, MW. */
        readonly loadcast_mw?: number;
        /** Lower bound in MW: 1 hour in 10 falls below. Absent where the plan does not include bounds. */
        readonly p10?: number;
        /** Upper bound in MW: 1 hour in 10 falls above. */
        readonly p90?: number;
        /** Measured load, MW. */
        readonly actual_mw?: number;
        /** The operator’s own day-ahead forecast, MW. */
        readonly operator_mw?: number;
        /** Load of the same hour a day before, or more days until it was known, MW. */
        readonly naive_24h_mw?: number;
        /** Load of the same hour a week before, or more weeks until it was known, MW. */
        readonly naive_168h_mw?: number;
        /** When the run was made. */
        readonly issued_at?: string;
        /** When the operator’s forecast of the hour became known. */
        readonly operator_issued_at?: string;
        /** The naive forecasts repeat load known at this instant. */
        readonly naive_issued_at?: string;
        /** Model and version; `simulated-` is not about a real grid. */
        readonly model?: string;
      }[];
      readonly meta: {
        readonly start: string;
        readonly end: string;
        readonly resolution: '1h';
        /** Rows in data. */
        readonly count: number;
        /** When the answer was made. */
        readonly generated_at: string;
      };
    };
  };
  '/v1/demand/scores': {
    readonly query: {
      /** The grid, by code or alias; case is ignored and the canonical code is echoed. Where a list is allowed: utilities too, several with commas between, or `all`. */
      readonly region: string;
      /** One row for all hours, or one for each hour of the day, weekday, month, hours of lead, or operating day. */
      readonly by?: 'all' | 'hour' | 'weekday' | 'month' | 'lead' | 'day';
      /** The market run: forecasts fixed 1, 2, 7 or 15 days before, at 09:00 market time. */
      readonly run?: MarketRun;
      /** For each operating day the newest run available at this gate. */
      readonly gate?: string;
      /** For each hour the newest run available so long before it began. */
      readonly lead?: string;
      /** Operating days to score, 1 to 366, as in `30` or `30d`, ending with the last that is over. */
      readonly window?: number | string;
      /** Start of the range: ISO 8601 with an offset, or a date, the market day of the region. On history the default is 24 hours before now, or `as_of`. */
      readonly start?: Instant;
      /** End of the range, which it does not include unless it is a date; at most 31 days after its start. On history the default is now, or `as_of`. */
      readonly end?: Instant;
      /** `latest`: load as it stands; `first`: as it was first published. */
      readonly actuals?: 'latest' | 'first';
      /** Answers with the data available at this instant. Must not be in the future. */
      readonly as_of?: Instant;
    };
    readonly answer: {
      readonly status: 'success';
      readonly data: readonly {
        /** Canonical code of the region. */
        readonly region: string;
        /** Hour of the market day, 0 to 23. Only with `by=hour`, and likewise the next four. */
        readonly hour?: string;
        /** 0 is Sunday. */
        readonly weekday?: string;
        /** 1 is January. */
        readonly month?: string;
        /** Whole hours from the issue to the start of the hour. */
        readonly lead?: string;
        /** The operating day. */
        readonly day?: string;
        readonly forecast: 'loadcast' | 'operator' | 'naive_24h' | 'naive_168h';
        /** `pending`: fewer than 168 hours in the whole window, so there is no number. */
        readonly state: 'scored' | 'pending';
        /** Hours with this forecast, an actual, and, for other forecasts, ours. */
        readonly n: number;
        /** Mean absolute percentage error, in percent. */
        readonly mape_pct?: number;
        /** Mean absolute error, MW. */
        readonly mae_mw?: number;
        /** Root mean square error, MW. */
        readonly rmse_mw?: number;
        /** Mean of forecast minus actual, MW. */
        readonly bias_mw?: number;
        /** Hours with p10 and p90, over which pinball, CRPS, coverage, width and Winkler are computed. */
        readonly interval_hours?: number;
        /** Mean pinball loss of p10 and p90, MW. */
        readonly pinball_mw?: number;
        /** Continuous ranked probability score from p10, the value and p90; the MAE of a forecast without bounds. MW. */
        readonly crps_mw?: number;
        /** Share of hours with load between p10 and p90, percent; 80 is calibrated. */
        readonly coverage_pct?: number;
        /** Mean of p90 minus p10, MW. */
        readonly width_mw?: number;
        /** Interval score: the width plus ten times the miss of each hour, MW. */
        readonly winkler_mw?: number;
        /** Our score on the hours of the other forecast. */
        readonly loadcast_mape_pct?: number;
        /** Our score on the hours of the other forecast. */
        readonly loadcast_mae_mw?: number;
        /** 100 (1 - our MAE / its MAE) on the hours that both have. */
        readonly skill_pct?: number;
        /** Lower end of its 95 % interval: block bootstrap of seven days, from 14 days on. */
        readonly skill_low_pct?: number;
        /** Upper end. */
        readonly skill_high_pct?: number;
      }[];
      readonly meta: {
        readonly by: 'all' | 'hour' | 'weekday' | 'month' | 'lead' | 'day';
        /** The gate that was scored. */
        readonly gate?: string;
        /** The lead that was scored. */
        readonly lead?: string;
        readonly start: string;
        readonly end: string;
        readonly actuals: 'latest' | 'first';
        /** As given. */
        readonly as_of?: string;
        /** Rows in data. */
        readonly count: number;
        /** When the answer was made. */
        readonly generated_at: string;
      };
    };
  };
  '/v1/demand/runs': {
    readonly query: {
      /** The grid, by code or alias; case is ignored and the canonical code is echoed. Where a list is allowed: utilities too, several with commas between, or `all`. */
      readonly region: string;
      /** Start of the range: ISO 8601 with an offset, or a date, the market day of the region. On history the default is 24 hours before now, or `as_of`. */
      readonly start?: Instant;
      /** End of the range, which it does not include unless it is a date; at most 31 days after its start. On history the default is now, or `as_of`. */
      readonly end?: Instant;
      /** Maximum number of rows, 1 to 200. */
      readonly limit?: number;
      /** `next_cursor` of the answer before: the page after it. */
      readonly cursor?: number;
      /** Answers with the data available at this instant. Must not be in the future. */
      readonly as_of?: Instant;
    };
    readonly answer: {
      readonly status: 'success';
      readonly data: readonly {
        /** The region and the issue to the millisecond. */
        readonly run_id: string;
        /** Canonical code of the region. */
        readonly region: string;
        /** When the run was made. */
        readonly issued_at: string;
        /** Time from which the run could be read. */
        readonly available_at: string;
        /** Start of the last measured hour used by the run. */
        readonly data_cutoff: string;
        readonly model: string;
        readonly version: string;
        /** The gate at which it was the newest run; it is then the run of that market gate. */
        readonly gate?: string;
        /** Known inputs that were not used, each with the reason, joined by `; `; empty if none. Absent where this was not recorded. */
        readonly left_out?: string;
        /** As in `/proof`. Absent until the run has its place in the chain. */
        readonly sha256?: string;
      }[];
      readonly meta: {
        /** `cursor` of the next page; absent on the last. */
        readonly next_cursor?: string;
        /** Rows in data. */
        readonly count: number;
        /** When the answer was made. */
        readonly generated_at: string;
      };
    };
  };
  '/v1/demand/runs/{run_id}': {
    readonly query: {
      readonly run_id: string;
      /** Answers with the data available at this instant. Must not be in the future. */
      readonly as_of?: Instant;
      /** Adds the wall-clock time of this zone beside UTC. */
      readonly tz?: string;
    };
    readonly answer: {
      readonly status: 'success';
      readonly data: readonly {
        /** Start of the hour. */
        readonly time_utc: string;
        /** Start of the interval on the clock that `tz` names. */
        readonly time_local?: string;
        /** Canonical code of the region. */
        readonly region: string;
        /** Load in MW, at most two decimals. */
        readonly value_mw: number;
        /** Lower bound in MW: 1 hour in 10 falls below. Absent where the plan does not include bounds. */
        readonly p10?: number;
        /** Upper bound in MW: 1 hour in 10 falls above. */
        readonly p90?: number;
      }[];
      readonly meta: {
        /** The region and the issue to the millisecond. */
        readonly run_id: string;
        /** Canonical code of the region. */
        readonly region: string;
        /** When the run was made. */
        readonly issued_at: string;
        /** Time from which the run could be read. */
        readonly available_at: string;
        /** Start of the last measured hour used by the run. */
        readonly data_cutoff: string;
        readonly model: string;
        readonly version: string;
        /** Known inputs that were not used, each with the reason, joined by `; `; empty if none. Absent where this was not recorded. */
        readonly left_out?: string;
        /** SHA-256 of the run as text: `/proof` says how it is written. */
        readonly sha256: string;
        /** Rows in data. */
        readonly count: number;
        readonly generated_at?: string;
      };
    };
  };
  '/v1/demand/drivers': {
    readonly query: {
      /** The grid, by code or alias; case is ignored and the canonical code is echoed. Where a list is allowed: utilities too, several with commas between, or `all`. */
      readonly region: string;
      /** Start of the range: ISO 8601 with an offset, or a date, the market day of the region. On history the default is 24 hours before now, or `as_of`. */
      readonly start?: Instant;
      /** End of the range, which it does not include unless it is a date; at most 31 days after its start. On history the default is now, or `as_of`. */
      readonly end?: Instant;
      /** For each operating day the newest run available at this gate. */
      readonly gate?: string;
      /** For each hour the newest run available so long before it began. */
      readonly lead?: string;
      /** Answers with the data available at this instant. Must not be in the future. */
      readonly as_of?: Instant;
      /** Adds the wall-clock time of this zone beside UTC. */
      readonly tz?: string;
    };
    readonly answer: {
      readonly status: 'success';
      readonly data: readonly {
        /** Start of the hour. */
        readonly time_utc: string;
        /** Start of the interval on the clock that `tz` names. */
        readonly time_local?: string;
        /** Canonical code of the region. */
        readonly region: string;
        /** The forecast, MW: the sum of the parts. */
        readonly value_mw: number;
        /** Expected load by season, weekday and trend, MW. */
        readonly climatology_mw: number;
        /** Effect of holidays, MW. */
        readonly holiday_mw: number;
        /** Effect of the area’s own recent load, MW. */
        readonly recent_load_mw: number;
        /** Effect of other areas’ recent load, MW. */
        readonly neighbours_mw: number;
        /** Effect of the operator’s own forecast, MW. */
        readonly operator_mw: number;
        /** Effect of the weather, MW. */
        readonly weather_mw: number;
        /** When the run was made. */
        readonly issued_at: string;
        /** Model and version; `simulated-` is not about a real grid. */
        readonly model: string;
      }[];
      readonly meta: {
        readonly start: string;
        readonly end: string;
        /** Hours whose run was kept without drivers: absent from data. */
        readonly hours_without_drivers: number;
        /** Rows in data. */
        readonly count: number;
        /** When the answer was made. */
        readonly generated_at: string;
      };
    };
  };
  '/v1/demand/scenarios': {
    readonly query: {
      /** The grid, by code or alias; case is ignored and the canonical code is echoed. Where a list is allowed: utilities too, several with commas between, or `all`. */
      readonly region?: Region;
      /** The run, by its id from `/v1/demand/runs`; `PJM-newest` is the newest one of PJM. */
      readonly run_id?: string;
      /** How far ahead; plans limit it. */
      readonly horizon?: Horizon;
      /** How many paths. */
      readonly n?: number;
      /** Answers with the data available at this instant. Must not be in the future. */
      readonly as_of?: Instant;
      /** Adds the wall-clock time of this zone beside UTC. */
      readonly tz?: string;
    };
    readonly answer: {
      readonly status: 'success';
      readonly data: readonly {
        /** Start of the hour. */
        readonly time_utc: string;
        /** Start of the interval on the clock that `tz` names. */
        readonly time_local?: string;
        /** Canonical code of the region. */
        readonly region: string;
        /** Number of the path. The hours of a path belong together. */
        readonly path: number;
        /** Load of the path, MW. */
        readonly value_mw: number;
      }[];
      readonly meta: {
        /** The run of the paths; the same id returns the same paths. */
        readonly run_id: string;
        readonly issued_at: string;
        /** Model and version; `simulated-` is not about a real grid. */
        readonly model: string;
        /** Paths in data. */
        readonly paths: number;
        /** Rows in data. */
        readonly count: number;
        /** When the answer was made. */
        readonly generated_at: string;
      };
    };
  };
  '/v1/demand/peaks': {
    readonly query: {
      /** The grid, by code or alias; case is ignored and the canonical code is echoed. Where a list is allowed: utilities too, several with commas between, or `all`. */
      readonly region: string;
      /** Start of the range: ISO 8601 with an offset, or a date, the market day of the region. On history the default is 24 hours before now, or `as_of`. */
      readonly start?: Instant;
      /** End of the range, which it does not include unless it is a date; at most 31 days after its start. On history the default is now, or `as_of`. */
      readonly end?: Instant;
      /** For each operating day the newest run available at this gate. */
      readonly gate?: string;
      /** Answers with the data available at this instant. Must not be in the future. */
      readonly as_of?: Instant;
      /** Adds the wall-clock time of this zone beside UTC. */
      readonly tz?: string;
    };
    readonly answer: {
      readonly status: 'success';
      readonly data: readonly {
        /** Operating day of the market. */
        readonly day: string;
        /** Canonical code of the region. */
        readonly region: string;
        /** `measured`: the day is over; `pending`: too few data. */
        readonly state: 'forecast' | 'measured' | 'pending';
        /** Expected load of the highest hour, MW: a mean over joint paths, within `p10` and `p90`. */
        readonly peak_mw?: number;
        /** Lower bound of the peak in MW: 1 day in 10 falls below. */
        readonly p10?: number;
        /** Upper bound of the peak in MW: 1 day in 10 falls above. */
        readonly p90?: number;
        /** Start of the most likely hour of the peak. */
        readonly peak_time_utc?: string;
        /** Start of the interval on the clock that `tz` names. */
        readonly peak_time_local?: string;
        /** Probability in percent, that no other day of the month has a higher peak. */
        readonly month_pct?: number;
        readonly season?: 'winter' | 'spring' | 'summer' | 'autumn';
        /** Probability in percent, that no earlier day of the season has a higher peak. */
        readonly season_so_far_pct?: number;
        /** The coincident-peak rule that the day counts for. */
        readonly program?: 'ercot_4cp' | 'pjm_5cp' | 'nyiso_1cp' | 'isone_1cp';
        /** Probability in percent, that the day is one of its days: of the highest 1 or 5, by the rule. */
        readonly program_pct?: number;
        /** Probability in percent, that the peak falls in hour 1 of the day. */
        readonly hour_1_pct?: number;
        /** Probability in percent, that the peak falls in hour 2 of the day. */
        readonly hour_2_pct?: number;
        /** Probability in percent, that the peak falls in hour 3 of the day. */
        readonly hour_3_pct?: number;
        /** Probability in percent, that the peak falls in hour 4 of the day. */
        readonly hour_4_pct?: number;
        /** Probability in percent, that the peak falls in hour 5 of the day. */
        readonly hour_5_pct?: number;
        /** Probability in percent, that the peak falls in hour 6 of the day. */
        readonly hour_6_pct?: number;
        /** Probability in percent, that the peak falls in hour 7 of the day. */
        readonly hour_7_pct?: number;
        /** Probability in percent, that the peak falls in hour 8 of the day. */
        readonly hour_8_pct?: number;
        /** Probability in percent, that the peak falls in hour 9 of the day. */
        readonly hour_9_pct?: number;
        /** Probability in percent, that the peak falls in hour 10 of the day. */
        readonly hour_10_pct?: number;
        /** Probability in percent, that the peak falls in hour 11 of the day. */
        readonly hour_11_pct?: number;
        /** Probability in percent, that the peak falls in hour 12 of the day. */
        readonly hour_12_pct?: number;
        /** Probability in percent, that the peak falls in hour 13 of the day. */
        readonly hour_13_pct?: number;
        /** Probability in percent, that the peak falls in hour 14 of the day. */
        readonly hour_14_pct?: number;
        /** Probability in percent, that the peak falls in hour 15 of the day. */
        readonly hour_15_pct?: number;
        /** Probability in percent, that the peak falls in hour 16 of the day. */
        readonly hour_16_pct?: number;
        /** Probability in percent, that the peak falls in hour 17 of the day. */
        readonly hour_17_pct?: number;
        /** Probability in percent, that the peak falls in hour 18 of the day. */
        readonly hour_18_pct?: number;
        /** Probability in percent, that the peak falls in hour 19 of the day. */
        readonly hour_19_pct?: number;
        /** Probability in percent, that the peak falls in hour 20 of the day. */
        readonly hour_20_pct?: number;
        /** Probability in percent, that the peak falls in hour 21 of the day. */
        readonly hour_21_pct?: number;
        /** Probability in percent, that the peak falls in hour 22 of the day. */
        readonly hour_22_pct?: number;
        /** Probability in percent, that the peak falls in hour 23 of the day. */
        readonly hour_23_pct?: number;
        /** Probability in percent, that the peak falls in hour 24 of the day. */
        readonly hour_24_pct?: number;
        /** Probability in percent, that the peak falls in hour 25 of the day. */
        readonly hour_25_pct?: number;
        /** Measured load of the highest hour, MW. */
        readonly actual_peak_mw?: number;
        /** Start of that hour. */
        readonly actual_peak_time_utc?: string;
        /** Start of the interval on the clock that `tz` names. */
        readonly actual_peak_time_local?: string;
        /** The instant of the odds: the gate, the start of a past day, or now. */
        readonly odds_at?: string;
        /** When the run was made. */
        readonly issued_at?: string;
        /** Model and version; `simulated-` is not about a real grid. */
        readonly model?: string;
      }[];
      readonly meta: {
        readonly start: string;
        readonly end: string;
        /** Rows in data. */
        readonly count: number;
        /** When the answer was made. */
        readonly generated_at: string;
      };
    };
  };
  '/v1/demand/runs/{run_id}/proof': {
    readonly query: {
      readonly run_id: string;
      /** Answers with the data available at this instant. Must not be in the future. */
      readonly as_of?: Instant;
    };
    readonly answer: {
      readonly status: 'success';
      readonly data: readonly {
        /** The region and the issue to the millisecond. */
        readonly run_id: string;
        /** Canonical code of the region. */
        readonly region: string;
        /** Place of the run in the chain of its region: 1, 2, 3, ... */
        readonly position: number;
        /** SHA-256 of the run as text: `/proof` says how it is written. */
        readonly sha256: string;
        /** Link of the run before. */
        readonly previous_link: string;
        /** Link of this run: it covers this run and all earlier ones. */
        readonly link: string;
      }[];
      readonly meta: {
        /** The first lines of the text hashed by `sha256`: everything except the values. */
        readonly canonical_head: readonly string[];
        /** Format of the rest of the text, and the definition of a link. */
        readonly canonical_rows: string;
        /** The link before the first run of the region. */
        readonly genesis_link: string;
        /** Rows in data. */
        readonly count: number;
        readonly generated_at?: string;
      };
    };
  };
  '/v1/demand/revisions': {
    readonly query: {
      /** The grid, by code or alias; case is ignored and the canonical code is echoed. Where a list is allowed: utilities too, several with commas between, or `all`. */
      readonly region: string;
      /** Start of the range: ISO 8601 with an offset, or a date, the market day of the region. On history the default is 24 hours before now, or `as_of`. */
      readonly start?: Instant;
      /** End of the range, which it does not include unless it is a date; at most 31 days after its start. On history the default is now, or `as_of`. */
      readonly end?: Instant;
      /** Answers with the data available at this instant. Must not be in the future. */
      readonly as_of?: Instant;
      /** Adds the wall-clock time of this zone beside UTC. */
      readonly tz?: string;
    };
    readonly answer: {
      readonly status: 'success';
      readonly data: readonly {
        /** Start of the hour. */
        readonly time_utc: string;
        /** Start of the interval on the clock that `tz` names. */
        readonly time_local?: string;
        /** Canonical code of the region. */
        readonly region: string;
        /** Load as it was known before, MW. */
        readonly old_mw: number;
        /** Load as restated, MW. */
        readonly new_mw: number;
        /** New minus old value, MW. */
        readonly change_mw: number;
        /** When the new value became known. */
        readonly known_at: string;
      }[];
      readonly meta: {
        readonly start: string;
        readonly end: string;
        /** Rows in data. */
        readonly count: number;
        /** When the answer was made. */
        readonly generated_at: string;
      };
    };
  };
  '/v1/bulk': {
    readonly query: {
      /** The grid, by code or alias; case is ignored and the canonical code is echoed. Where a list is allowed: utilities too, several with commas between, or `all`. */
      readonly region: string;
      /** Only the files of this dataset. */
      readonly dataset?: 'forecasts' | 'actuals' | 'operator' | 'scores';
    };
    readonly answer: {
      readonly status: 'success';
      readonly data: readonly {
        /** Path of the file on this host. The part after `/v1/bulk/` is its name in an export. */
        readonly path: string;
        readonly dataset: 'forecasts' | 'actuals' | 'operator' | 'scores';
        /** Canonical code of the region. */
        readonly region: string;
        /** Calendar month in UTC. */
        readonly month: string;
        /** `settled`: the month ended 40 days before `as_of`; the file no longer changes. */
        readonly state: 'open' | 'settled';
        /** Rows in the file. */
        readonly rows: number;
        /** Its length. */
        readonly bytes: number;
        /** SHA-256 of the file, which changes when the file is rewritten. It is the entity tag too. */
        readonly sha256: string;
        /** Data that became known later are not in the file. */
        readonly as_of: string;
      }[];
      readonly meta: {
        /** Version of the columns, raised when they change. */
        readonly schema_version: number;
        /** Rows in data. */
        readonly count: number;
        /** When the answer was made. */
        readonly generated_at: string;
      };
    };
  };
  '/v1/regions': {
    readonly query: Record<never, never>;
    readonly answer: {
      readonly status: 'success';
      readonly data: readonly {
        /** Canonical code of the region. */
        readonly region: string;
        readonly iso_name: string;
        readonly area: string;
        /** Where people live, IANA. */
        readonly timezone: string;
        readonly available_horizons: readonly Horizon[];
        readonly available_resolutions: readonly Resolution[];
        readonly aliases: readonly string[];
        readonly status: 'active';
      }[];
      readonly meta: {
        /** Regions. */
        readonly count: number;
        /** When the answer was made. */
        readonly generated_at: string;
      };
    };
  };
  '/v1/health': {
    readonly query: Record<never, never>;
    readonly answer: {
      readonly status: 'ok' | 'degraded';
      readonly model: {
        readonly name: string | null;
        readonly version: string | null;
      };
      /** Grids with forecasts. */
      readonly active_grids: number;
      readonly last_forecast_run: string | null;
    };
  };
  '/v1/me': {
    readonly query: Record<never, never>;
    readonly answer: {
      readonly status: 'success';
      readonly data: {
        readonly key: {
          readonly id: string;
          readonly last4: string;
          readonly label: string;
          readonly expires_at: string | null;
          readonly scope: {
            /** Null: no limit. */
            readonly surfaces: readonly string[] | null;
            /** Null: no limit. */
            readonly regions: readonly string[] | null;
            /** Null: no limit. */
            readonly addresses: readonly string[] | null;
          };
        };
        readonly plans: readonly {
          readonly surface: 'a' | 'b' | 'c';
          readonly id: string;
          readonly name: string;
          /** Null: no limit. */
          readonly requests_per_hour: number | null;
          /** Null: no limit. */
          readonly requests_per_day: number | null;
          /** Null: no limit. */
          readonly region_requests_per_day: number | null;
          /** Null: no limit. */
          readonly max_keys: number | null;
          readonly horizons: readonly string[];
          readonly resolutions: readonly string[];
          readonly quantiles: boolean;
          /** Null: no limit. */
          readonly history_days: number | null;
          readonly max_range_days: number;
          readonly custom: boolean;
        }[];
      };
      readonly meta: {
        readonly generated_at: string;
      };
    };
  };
  '/v1/status': {
    readonly query: Record<never, never>;
    readonly answer: {
      readonly status: 'success';
      readonly data: {
        /** `ok` where nothing is wrong with any region or with the service. */
        readonly state: 'ok' | 'source_late' | 'frozen' | 'clock_suspect' | 'degraded';
        /** Problems of the service itself, not of a region. */
        readonly service: readonly {
          readonly monitor: string;
          readonly message: string;
        }[];
        readonly areas: readonly {
          /** Canonical code of the region. */
          readonly region: string;
          readonly state: 'ok' | 'source_late' | 'frozen' | 'clock_suspect' | 'degraded';
          /** The state in words. */
          readonly message: string;
          /** The newest measured hour. */
          readonly newest_actual: {
            readonly time_utc?: string;
            /** Load in MW, at most two decimals. */
            readonly value_mw?: number;
          };
          /** Expected publication of the next hour, by the usual delay. */
          readonly next_expected_at: string | null;
          readonly newest_run: {
            readonly issued_at?: string;
            readonly data_cutoff?: string;
            readonly model?: string;
          };
          readonly gates_90_days: {
            /** Day-ahead gates since the first forecast, of the last 90 days. */
            readonly gates: number;
            /** Gates with a forecast on time. */
            readonly met: number;
            readonly met_pct: number | null;
            /** Missed gates, newest first. */
            readonly missed: readonly string[];
          };
          /** Measurements of the monitors. */
          readonly findings: readonly {
            readonly monitor: string;
            readonly message: string;
          }[];
        }[];
      };
      readonly meta: {
        readonly generated_at: string;
      };
    };
  };
  '/v1/usage': {
    readonly query: Record<never, never>;
    readonly answer: {
      readonly status: 'success';
      readonly data: {
        readonly surfaces: readonly {
          readonly surface: 'a' | 'b' | 'c';
          readonly plan: string;
          readonly hour: {
            /** Null: no limit. */
            readonly limit: number | null;
            /** Requests so far. */
            readonly used: number;
            readonly remaining: number | null;
            readonly resets_at: string;
          };
          readonly day: {
            /** Null: no limit. */
            readonly limit: number | null;
            /** Requests so far. */
            readonly used: number;
            readonly remaining: number | null;
            readonly resets_at: string;
          };
          readonly regions: readonly {
            readonly region: string;
            /** Null: no limit. */
            readonly limit: number | null;
            /** Requests so far. */
            readonly used: number;
            readonly remaining: number | null;
            readonly resets_at: string;
          }[];
          readonly keys: readonly {
            readonly key_id: string;
            /** Requests of the key today. */
            readonly used: number;
          }[];
        }[];
      };
      readonly meta: {
        readonly generated_at: string;
      };
    };
  };
  '/v1/usage/history': {
    readonly query: {
      /** Days back from now, 1 to 30; default 30. */
      readonly days?: number;
    };
    readonly answer: {
      readonly status: 'success';
      readonly data: {
        readonly hours: readonly {
          readonly hour: string;
          readonly surface: 'a' | 'b' | 'c';
          readonly key_id: string;
          /** Requests of the key in the hour. */
          readonly used: number;
        }[];
      };
      readonly meta: {
        readonly days: number;
        readonly generated_at: string;
      };
    };
  };
  '/forecast/v1/demand': {
    readonly query: {
      /** The utility, by code. */
      readonly tac_area: Utility;
      /** Start of the range. Write UTC as `-0000` or `Z`. */
      readonly startdatetime: Instant;
      /** End of the range, which it does not include; at most 31 days after its start. */
      readonly enddatetime: Instant;
      /** The market run. */
      readonly market_run_id?: 'DAM' | 'RTM' | '2DA';
      /** Version of the interface, or on `/forecast/v1/demand` the n-th issue of the run for the day, from 1. */
      readonly version?: number;
      /** Answers with the data available at this instant. Must not be in the future. */
      readonly as_of?: Instant;
      /** `1` adds the time at which each row was forecast as the last column. */
      readonly issued?: '0' | '1';
    };
    readonly answer: {
      readonly meta: {
        /** Canonical code of the utility. */
        readonly tac_area: Utility;
        readonly utility: string;
        /** As sent. */
        readonly startdatetime: string;
        /** As sent. */
        readonly enddatetime: string;
        readonly market_run_id: 'DAM' | 'RTM' | '2DA';
        readonly units: 'MW';
        readonly generated_at: string;
        readonly model_version: string;
      };
      readonly forecast: readonly {
        /** Start of the hour, in the offset of startdatetime. */
        readonly interval_start: string;
        /** Load in MW, at most two decimals. */
        readonly value: number;
        /** p10, MW. */
        readonly lower_bound?: number;
        /** p90, MW. */
        readonly upper_bound?: number;
        /** When the forecast was issued; with issued=1. */
        readonly issued_at?: string;
      }[];
    };
  };
  '/forecast/v1/historical': {
    readonly query: {
      /** The utility, by code. */
      readonly tac_area: Utility;
      /** A Pacific day. */
      readonly date: string;
      /** Only this metric. */
      readonly metric?: 'mape' | 'rmse' | 'mae';
      /** Answers with the data available at this instant. Must not be in the future. */
      readonly as_of?: Instant;
    };
    readonly answer: {
      readonly meta: {
        /** Canonical code of the utility. */
        readonly tac_area: Utility;
        readonly utility: string;
        readonly date: string;
        readonly market_run_id: 'DAM';
        readonly units: {
          readonly mape?: 'percent';
          readonly rmse?: 'MW';
          readonly mae?: 'MW';
        };
        readonly model_version: string;
        readonly generated_at: string;
      };
      readonly metrics: {
        readonly mape?: number;
        readonly rmse?: number;
        readonly mae?: number;
      };
      /** Scored hours of the day. */
      readonly n_hours: number;
    };
  };
  '/forecast/v1/tac-areas': {
    readonly query: Record<never, never>;
    readonly answer: {
      readonly count: number;
      readonly tac_areas: readonly {
        /** Canonical code of the utility. */
        readonly tac_area: Utility;
        readonly utility: string;
        readonly territory: string;
        readonly timezone: string;
        readonly status: 'active';
        readonly market_run_ids: readonly ('DAM' | 'RTM' | '2DA')[];
      }[];
    };
  };
}
