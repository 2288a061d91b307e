import type { LoadcastError } from './loadcast-error.js';

export interface RetryOptions {
  /** Further attempts after a failed one; default 4, and 0 turns retries off. */
  readonly retries?: number;
  /** A call that would have to wait longer fails at once, with `retryAfterSeconds`; default 60. */
  readonly maxWaitSeconds?: number;
}

const PASSING_STATUS = new Set([429, 502, 503, 504]);
const PASSING_CODES = new Set(['connection_failed', 'timeout']);
const FIRST_WAIT_SECONDS = 0.5;

/**
 * Milliseconds until the next attempt, or undefined where the failure is final: Retry-After where the service gave one, else
 * doubling from half a second to `maxWaitSeconds`, less up to half of it at random, so that callers do not come back together.
 */
export function waitBeforeRetryMs(failure: LoadcastError, attempt: number, options: RetryOptions): number | undefined {
  if (attempt >= (options.retries ?? 4)) return undefined;
  if (!PASSING_STATUS.has(failure.status) && !PASSING_CODES.has(failure.code)) return undefined;
  const longest = options.maxWaitSeconds ?? 60;
  const seconds =
    failure.retryAfterSeconds ?? Math.min(longest, FIRST_WAIT_SECONDS * 2 ** attempt) * (1 - Math.random() / 2);
  return seconds <= longest ? seconds * 1000 : undefined;
}

/** @throws the signal's reason when it is aborted meanwhile */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
