export { createClient, type LoadcastClient } from './client.js';
export type { CallOptions, ClientOptions, Get } from './client-options.js';
export type {
  ActualPoint,
  Answer,
  Endpoints,
  ForecastPoint,
  Horizon,
  Instant,
  MarketRun,
  Metrics,
  Path,
  Query,
  RangePath,
  Region,
  Resolution,
  Utility,
} from './endpoints.js';
export { type ErrorCode, LoadcastError } from './loadcast-error.js';
export type { LongRange, RangeRow } from './long-range.js';
