import { type EpochMs, HOUR_MS, MINUTE_MS, ServiceError } from '@loadcast/core';
import type { AttemptCounters } from '@loadcast/core/quota';

const FREE_FAILURES = 5;
const LONGEST_MS = 15 * MINUTE_MS;
const KEPT_MS = 24 * HOUR_MS;

/** Slows down guessing, by name: after the fifth failure the wait is 1 s, and each further one doubles it, up to 15 minutes. */
export interface Throttle {
  /**
   * Does work that checks a guess. The guess counts as a failure from the start, so many guesses at once pass no further than
   * one after the other. A right one clears the count; work that throws has checked nothing and does not count.
   *
   * @param work a falsy outcome is a wrong guess
   * @throws {ServiceError} rate_limited: the wait is not over
   */
  guess<T>(name: string, now: EpochMs, work: () => Promise<T>): Promise<T>;
}

/** @param kind names of different kinds are counted apart */
export function createThrottle(counters: AttemptCounters, kind: string, freeFailures = FREE_FAILURES): Throttle {
  const waitMs = (count: number) =>
    count < freeFailures ? 0 : Math.min(LONGEST_MS, 1000 * 2 ** (count - freeFailures));

  async function begin(name: string, now: EpochMs): Promise<void> {
    const before = await counters.read(name, now);
    const leftMs = before ? before.lastAt + waitMs(before.count) - now : 0;
    if (leftMs > 0) throw tooMany(freeFailures, leftMs);
    const others = (await counters.add(name, KEPT_MS, now)).count - 1;
    if (others <= (before?.count ?? 0) || waitMs(others) === 0) return;
    await counters.takeBack(name, now);
    throw tooMany(freeFailures, waitMs(others));
  }

  return {
    async guess(of, now, work) {
      const name = `${kind} ${of}`;
      await begin(name, now);
      const outcome = await work().catch(async (thrown: unknown) => {
        await counters.takeBack(name, now);
        throw thrown;
      });
      if (outcome) await counters.clear(name);
      return outcome;
    },
  };
}

function tooMany(limit: number, waitMs: number): ServiceError<'rate_limited'> {
  const retryAfterSeconds = Math.ceil(waitMs / 1000);
  return new ServiceError('rate_limited', `Too many attempts. Retry in ${retryAfterSeconds} seconds.`, {
    plan: 'anonymous',
    limitHourly: limit,
    remainingHourly: 0,
    limitDaily: limit,
    remainingDaily: 0,
    retryAfterSeconds,
  });
}
