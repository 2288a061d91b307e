import { ServiceError } from '@loadcast/core';

/** Codes that mean: not now. https://www.postgresql.org/docs/current/errcodes-appendix.html and Node's for sockets. */
const TRANSIENT = new Set([
  '08000', // connection_exception
  '08003',
  '08006',
  '25P03', // idle_in_transaction_session_timeout
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '53100', // disk_full
  '53200', // out_of_memory
  '53300', // too_many_connections
  '55P03', // lock_not_available
  '57014', // query_canceled: the statement timeout
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** The driver's own errors carry no code. */
const TRANSIENT_MESSAGE = /timeout|timed out|Connection terminated|connection error|Client has encountered/i;

/** Whether an error of the driver says that the server, or the pool, gave nothing within the time for it. */
export function isTimeout(thrown: unknown): boolean {
  return thrown instanceof Error && !('code' in thrown) && /timeout/i.test(thrown.message);
}

const RETRY_AFTER_SECONDS = 2;

/**
 * The error that callers get when the database does not answer, or not in time: `unavailable`, with the error as its cause.
 * Anything else comes back as it is.
 */
export function postgresFault(thrown: unknown): unknown {
  if (!(thrown instanceof Error) || thrown instanceof ServiceError) return thrown;
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;
  const isTransient = code === undefined ? TRANSIENT_MESSAGE.test(thrown.message) : TRANSIENT.has(code);
  return isTransient ? unavailable('the store does not answer at the moment', thrown) : thrown;
}

/** The error for a store that cannot answer now. */
export function unavailable(message: string, cause?: unknown): ServiceError<'unavailable'> {
  return new ServiceError('unavailable', message, { retryAfterSeconds: RETRY_AFTER_SECONDS }, { cause });
}
