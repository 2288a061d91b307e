export const HEADERS = {
  'X-Request-Id': 'Names this answer; the log and errors have the same.',
  'RateLimit-Policy': 'The limits of the plan: quota `q` in a window of `w` seconds.',
  RateLimit: 'Remaining requests (`r`) of each limit, and seconds until it resets (`t`).',
  'X-RateLimit-Limit': 'The tightest limit.',
  'X-RateLimit-Remaining': 'Remaining requests of that limit.',
  'X-RateLimit-Reset': 'Time of its reset, seconds since 1970.',
  'Retry-After': 'Seconds to wait before the next attempt.',
  ETag: 'Send it back as `If-None-Match`: 304 is free of charge.',
  'Cache-Control': 'Who may keep the answer.',
  'WWW-Authenticate': 'The required credentials.',
  'X-Ignored-Parameters': 'Names of parameters that the endpoint does not know.',
  Warning: 'The known parameter that such a name resembles.',
  'Set-Cookie': 'The session.',
} as const;
export type HeaderName = keyof typeof HEADERS;

/** The one without which there is no answer. */
export const REQUIRED: HeaderName = 'X-Request-Id';
/** Where a query has a name that the endpoint does not know. */
export const OF_UNKNOWN_NAMES: readonly HeaderName[] = ['X-Ignored-Parameters', 'Warning'];
export const ON_EVERY_ANSWER: readonly HeaderName[] = [REQUIRED, 'Cache-Control', ...OF_UNKNOWN_NAMES];
export const WITH_KEY: readonly HeaderName[] = [
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];
export const OF_STATUS: Readonly<Record<number, readonly HeaderName[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};
