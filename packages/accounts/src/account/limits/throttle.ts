import { type EpochMs, HOUR_MS, MINUTE_MS, ServiceError } from '@loadcast/core';
import type { AttemptCounters } from '@loadcast/core/quota';

/** Failures before the first wait. */
const FREE_FAILURES = 5;
const LONGEST_MS = 15 * MINUTE_MS;
const KEPT_MS = 24 * HOUR_MS;

/** Slows down guessing, by name: after the fifth failure the wait is 1 s, and each further one doubles it, up to 15 minutes. */
export interface Throttle {
  /** @throws {ServiceError} rate_limited: the wait is not over */
  check(name: string, now: EpochMs): Promise<void>;
  failed(name: string, now: EpochMs): Promise<void>;
  succeeded(name: string): Promise<void>;
}

/** @param kind names of different kinds are counted apart */
export function createThrottle(counters: AttemptCounters, kind: string, freeFailures = FREE_FAILURES): Throttle {
  const waitMs = (count: number) =>
    count < freeFailures ? 0 : Math.min(LONGEST_MS, 1000 * 2 ** (count - freeFailures));
  return {
    async check(name, now) {
      const failures = await counters.read(`${kind} ${name}`, now);
      if (!failures) return;
      const leftMs = failures.lastAt + waitMs(failures.count) - now;
      if (leftMs > 0) throw tooMany(freeFailures, Math.ceil(leftMs / 1000));
    },
    async failed(name, now) {
      await counters.add(`${kind} ${name}`, KEPT_MS, now);
    },
    succeeded: (name) => counters.clear(`${kind} ${name}`),
  };
}

function tooMany(limit: number, retryAfterSeconds: number): ServiceError<'rate_limited'> {
  return new ServiceError('rate_limited', `Too many attempts. Retry in ${retryAfterSeconds} seconds.`, {
    plan: 'anonymous',
    limitHourly: limit,
    remainingHourly: 0,
    limitDaily: limit,
    remainingDaily: 0,
    retryAfterSeconds,
  });
}
