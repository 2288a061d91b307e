import { type EpochMs, HOUR_MS, MINUTE_MS, ServiceError } from '@loadcast/core';

/** Failures before the first wait. */
const FREE_FAILURES = 5;
const LONGEST_MS = 15 * MINUTE_MS;
const FORGOTTEN_MS = 24 * HOUR_MS;
const MAX_NAMES = 50_000;

/** Slows down guessing, by name: after the fifth failure the wait is 1 s, and each further one doubles it, up to 15 minutes. */
export interface Throttle {
  /** @throws {ServiceError} rate_limited: the wait is not over */
  check(name: string, now: EpochMs): void;
  failed(name: string, now: EpochMs): void;
  succeeded(name: string): void;
}

export function createThrottle(freeFailures = FREE_FAILURES): Throttle {
  const failures = new Map<string, { count: number; lastAt: EpochMs }>();
  const waitMs = (count: number) =>
    count < freeFailures ? 0 : Math.min(LONGEST_MS, 1000 * 2 ** (count - freeFailures));
  return {
    check(name, now) {
      const failed = failures.get(name);
      if (!failed) return;
      const leftMs = failed.lastAt + waitMs(failed.count) - now;
      if (leftMs > 0) throw tooMany(freeFailures, Math.ceil(leftMs / 1000));
    },
    failed(name, now) {
      const known = failures.get(name);
      const count = known && now - known.lastAt < FORGOTTEN_MS ? known.count + 1 : 1;
      if (!known && failures.size >= MAX_NAMES) failures.clear();
      failures.set(name, { count, lastAt: now });
    },
    succeeded(name) {
      failures.delete(name);
    },
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
