import type { Limit } from './budget.js';

/**
 * Every bound on one request, on what one account keeps in the store, and on one reply of an upstream. Its code takes the bound from
 * here, and a test goes beyond each. docs/security.md shows this table.
 */
export const LIMITS = {
  header_bytes: {
    owner: 'formats',
    counts: 'bytes of the request line and the headers',
    per: 'request',
    bound: 16_384,
    refusal: 'header_too_large',
  },
  headers: { owner: 'formats', counts: 'headers', per: 'request', bound: 100, refusal: 'header_too_large' },
  query_bytes: {
    owner: 'formats',
    counts: 'bytes of a query',
    per: 'request',
    bound: 4_096,
    refusal: 'invalid_parameter',
  },
  query_parameters: {
    owner: 'formats',
    counts: 'parameters of a query',
    per: 'request',
    bound: 32,
    refusal: 'invalid_parameter',
  },
  /** They are read up to here. */
  accept_entries: {
    owner: 'formats',
    counts: 'entries of `Accept`, and of `Accept-Encoding`',
    per: 'request',
    bound: 32,
    refusal: 'unread',
  },
  /** Documented replies and requests nest up to eight values. */
  json_depth: {
    owner: 'gateway',
    counts: 'JSON values in one another',
    per: 'request',
    bound: 32,
    refusal: 'invalid_parameter',
  },
  forwarded_entries: {
    owner: 'accounts',
    counts: 'entries of `X-Forwarded-For`',
    per: 'request',
    bound: 32,
    refusal: 'unread',
  },
  range_days: {
    owner: 'surface-a',
    counts: 'days of hourly values, on every surface',
    per: 'request',
    bound: 31,
    refusal: 'invalid_parameter',
  },
  scored_days: { owner: 'surface-a', counts: 'scored days', per: 'request', bound: 366, refusal: 'invalid_parameter' },
  withheld_days: {
    owner: 'surface-a',
    counts: 'days of withheld hours',
    per: 'request',
    bound: 366,
    refusal: 'invalid_parameter',
  },
  peak_days: { owner: 'surface-a', counts: 'days of peaks', per: 'request', bound: 366, refusal: 'invalid_parameter' },
  guest_peak_days: {
    owner: 'surface-a',
    counts: 'days of peaks without a key',
    per: 'request',
    bound: 31,
    refusal: 'invalid_parameter',
  },
  account_body_bytes: {
    owner: 'accounts',
    counts: 'bytes of a body under `/account`',
    per: 'request',
    bound: 4_096,
    refusal: 'payload_too_large',
  },
  email_characters: {
    owner: 'accounts',
    counts: 'characters of an e-mail address',
    per: 'request',
    bound: 254,
    refusal: 'invalid_parameter',
  },
  secret_characters: {
    owner: 'accounts',
    counts: 'characters of a password, link or code',
    per: 'request',
    bound: 1_024,
    refusal: 'invalid_parameter',
  },
  url_characters: {
    owner: 'accounts',
    counts: 'characters of the URL of a webhook',
    per: 'request',
    bound: 2_000,
    refusal: 'invalid_parameter',
  },
  scope_entries: {
    owner: 'accounts',
    counts: 'entries of one part of the scope of a key',
    per: 'request',
    bound: 50,
    refusal: 'invalid_parameter',
  },
  kept_keys: {
    owner: 'accounts',
    counts: 'keys in the store, with dead ones of the last 90 days',
    per: 'account',
    bound: 500,
    refusal: 'plan_limit',
  },
  webhooks: { owner: 'service', counts: 'webhooks', per: 'account', bound: 10, refusal: 'plan_limit' },
  mcp_body_bytes: {
    owner: 'gateway',
    counts: 'bytes of a body under `/mcp`',
    per: 'request',
    bound: 65_536,
    refusal: 'payload_too_large',
  },
  /** A page of 5,000 rows has 1.1 MB. */
  eia_reply_bytes: { owner: 'sources', counts: 'bytes from EIA', per: 'reply', bound: 4_500_000, refusal: 'too_large' },
  /** 25 points of 108 days have 3.6 MB. */
  open_meteo_reply_bytes: {
    owner: 'sources',
    counts: 'bytes from Open-Meteo',
    per: 'reply',
    bound: 14_500_000,
    refusal: 'too_large',
  },
  /** The grid of a point has 0.5 MB. */
  nws_reply_bytes: {
    owner: 'sources',
    counts: 'bytes from the National Weather Service',
    per: 'reply',
    bound: 2_000_000,
    refusal: 'too_large',
  },
  /** PJM's forecast of seven days has 1 MB, the largest file of an operator. */
  feed_reply_bytes: {
    owner: 'sources',
    counts: 'bytes from an operator, packed and unpacked',
    per: 'reply',
    bound: 4_000_000,
    refusal: 'too_large',
  },
} as const satisfies Readonly<Record<string, Limit>>;

export type LimitName = keyof typeof LIMITS;
