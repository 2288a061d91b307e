import { setTimeout as sleep } from 'node:timers/promises';

/** The result of a promise, or undefined after `waitMs`; a later result is lost to this caller alone. */
export async function within<T>(waitMs: number, work: Promise<T>): Promise<T | undefined> {
  const over = new AbortController();
  try {
    const end = sleep(waitMs, undefined, { signal: over.signal, ref: false }).catch(() => undefined);
    return await Promise.race([work, end]);
  } finally {
    over.abort();
  }
}
