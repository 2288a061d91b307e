import { DAY_MS, type EpochMs, HOUR_MS, ServiceError } from '@loadcast/core';
import type { AttemptCounters } from '@loadcast/core/quota';

/** Attempts in a UTC hour and a UTC day. */
export interface WindowLimits {
  readonly hour: number;
  readonly day: number;
}

/**
 * Bounds what one caller, or all together, attempt.
 *
 * @param kind the attempted action: names of different kinds are counted apart
 */
export function createWindowLimit(counters: AttemptCounters, kind: string, limits: WindowLimits) {
  const countIn = async (name: string, windowMs: number, now: EpochMs) => {
    const index = Math.floor(now / windowMs);
    return (await counters.add(`${kind} ${name} ${windowMs} ${index}`, windowMs, now)).count;
  };
  /** Counts an attempt, a refused one too. @returns why it is refused; undefined lets it through */
  const refusal = async (name: string, now: EpochMs) => {
    const [inHour, inDay] = await Promise.all([countIn(name, HOUR_MS, now), countIn(name, DAY_MS, now)]);
    return inHour > limits.hour || inDay > limits.day ? refusalOf(limits, inHour, inDay, now) : undefined;
  };
  return {
    refusal,
    /** Counts an attempt. @throws {ServiceError} rate_limited, with the form of any rate limit and the plan `anonymous` */
    async charge(name: string, now: EpochMs): Promise<void> {
      const refused = await refusal(name, now);
      if (refused) throw refused;
    },
  };
}

function refusalOf({ hour, day }: WindowLimits, inHour: number, inDay: number, now: EpochMs) {
  const isDay = inDay > day;
  const windowMs = isDay ? DAY_MS : HOUR_MS;
  const retryAfterSeconds = Math.max(1, Math.ceil((windowMs - (now % windowMs)) / 1000));
  const limit = isDay ? `Daily limit of ${day}` : `Hourly limit of ${hour}`;
  const message = `${limit} requests exceeded on the anonymous plan. Retry in ${retryAfterSeconds} seconds.`;
  return new ServiceError('rate_limited', message, {
    plan: 'anonymous',
    limitHourly: hour,
    remainingHourly: Math.max(0, hour - inHour),
    limitDaily: day,
    remainingDaily: Math.max(0, day - inDay),
    retryAfterSeconds,
  });
}
