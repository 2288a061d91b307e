import { type Limit, limit } from './budget.js';

/**
 * Every bound on one request, on what one account keeps in the store, and on one reply of an upstream. Its code takes the bound from
 * here, and a test goes beyond each. docs/security.md shows this table.
 */
export const LIMITS = {
  header_bytes: limit('formats', 16_384, 'bytes of the request line and the headers', 'header_too_large'),
  headers: limit('formats', 100, 'headers', 'header_too_large'),
  query_bytes: limit('formats', 4_096, 'bytes of a query'),
  query_parameters: limit('formats', 32, 'parameters of a query'),
  /** They are read up to here. */
  accept_entries: limit('formats', 32, 'entries of `Accept`, and of `Accept-Encoding`', 'unread'),
  /** Documented replies and requests nest up to eight values. */
  json_depth: limit('gateway', 32, 'JSON values in one another'),
  forwarded_entries: limit('accounts', 32, 'entries of `X-Forwarded-For`', 'unread'),
  range_days: limit('surface-a', 31, 'days of hourly values, on every surface'),
  scored_days: limit('surface-a', 366, 'scored days'),
  withheld_days: limit('surface-a', 366, 'days of withheld hours'),
  peak_days: limit('surface-a', 366, 'days of peaks'),
  guest_peak_days: limit('surface-a', 31, 'days of peaks without a key'),
  account_body_bytes: limit('accounts', 4_096, 'bytes of a body under `/account`', 'payload_too_large'),
  /** 15 days of hours with bounds have 20 kB as CSV, 40 kB as JSON. */
  forecast_bytes: limit('accounts', 131_072, 'bytes of a submitted forecast', 'payload_too_large'),
  forecast_rows: limit('formats', 400, 'hours of a submitted forecast'),
  forecaster_name: limit('accounts', 80, 'characters of a forecaster’s name'),
  forecasters: limit('accounts', 100, 'forecasters, with retired ones', 'plan_limit', 'account'),
  forecaster_changes: limit('accounts', 100, 'changes of a forecaster', 'plan_limit', 'account'),
  blend_experts: limit('accounts', 10, 'forecasters of a blend'),
  board_forecasters: limit('surface-a', 20, 'public forecasters of a region in one answer', 'unread'),
  submissions: limit('accounts', 96, 'submissions of a forecaster in 24 hours', 'plan_limit', 'account'),
  /** Three years of half hours have 2 MB. */
  area_bytes: limit('accounts', 4_000_000, 'bytes of load of an own area', 'payload_too_large'),
  area_name: limit('accounts', 80, 'characters of the name of an own area'),
  own_areas: limit('accounts', 100, 'additions of own areas, the same code again too', 'plan_limit', 'account'),
  email_characters: limit('accounts', 254, 'characters of an e-mail address'),
  secret_characters: limit('accounts', 1_024, 'characters of a password, link or code'),
  url_characters: limit('accounts', 2_000, 'characters of the URL of a webhook'),
  scope_entries: limit('accounts', 50, 'entries of one part of the scope of a key'),
  kept_keys: limit('accounts', 500, 'keys in the store, with dead ones of the last 90 days', 'plan_limit', 'account'),
  webhooks: limit('service', 10, 'webhooks', 'plan_limit', 'account'),
  mcp_body_bytes: limit('gateway', 65_536, 'bytes of a body under `/mcp`', 'payload_too_large'),
  /** A page of 5,000 rows has 1.1 MB. */
  eia_reply_bytes: limit('sources', 4_500_000, 'bytes from EIA', 'too_large', 'reply'),
  /** 25 points of 108 days have 3.6 MB. */
  open_meteo_reply_bytes: limit('sources', 14_500_000, 'bytes from Open-Meteo', 'too_large', 'reply'),
  /** The grid of a point has 0.5 MB. */
  nws_reply_bytes: limit('sources', 2_000_000, 'bytes from the National Weather Service', 'too_large', 'reply'),
  /** PJM's forecast of seven days has 1 MB, the largest file of an operator. */
  feed_reply_bytes: limit('sources', 4_000_000, 'bytes from an operator, packed and unpacked', 'too_large', 'reply'),
} as const satisfies Readonly<Record<string, Limit>>;

export type LimitName = keyof typeof LIMITS;
