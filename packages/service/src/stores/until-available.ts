import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '@loadcast/core';

export interface WaitOptions {
  /** Ends the wait: the last error is thrown. */
  readonly signal?: AbortSignal;
  /** How long new attempts are begun, ms. Default: for ever. */
  readonly patienceMs?: number;
  readonly pauseMs?: number;
  /** Called once, with the first failure. */
  waits(error: Error): void;
}

const PAUSE_MS = 1_000;

/** Whether a store refuses work for the moment. */
export const isUnavailable = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && error.code === 'unavailable';

/**
 * Does work that the store may refuse for the moment, again and again until it is done: a start, and what a process does by
 * itself, wait where a request is refused.
 *
 * @param work may be done more than once
 * @throws any other error of it, and `unavailable` when the wait is over
 */
export async function untilAvailable<T>(work: () => Promise<T>, options: WaitOptions): Promise<T> {
  const { signal, patienceMs = Number.POSITIVE_INFINITY, pauseMs = PAUSE_MS } = options;
  const end = performance.now() + patienceMs;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error) || signal?.aborted || performance.now() >= end) throw error;
      if (attempt === 1) options.waits(error);
      await sleep(pauseMs, undefined, signal && { signal }).catch(() => undefined);
    }
  }
}
