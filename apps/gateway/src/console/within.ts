import { setTimeout as sleep } from 'node:timers/promises';

/** What a promise gives, or undefined once so many milliseconds are over; what it gives then is lost to this caller alone. */
export async function within<T>(waitMs: number, work: Promise<T>): Promise<T | undefined> {
  const over = new AbortController();
  try {
    const end = sleep(waitMs, undefined, { signal: over.signal, ref: false }).catch(() => undefined);
    return await Promise.race([work, end]);
  } finally {
    over.abort();
  }
}
