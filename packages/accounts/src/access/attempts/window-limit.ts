import { DAY_MS, type EpochMs, HOUR_MS, ServiceError } from '@loadcast/core';
import type { AttemptCounters } from '@loadcast/core/quota';

/** Attempts in a UTC hour and a UTC day. */
export interface WindowLimits {
  readonly hour: number;
  readonly day: number;
}

/** Bounds what one caller, or all together, attempt. */
export interface WindowLimit {
  /** Counts an attempt, a refused one too. @returns why it is refused; undefined lets it through */
  refusal(name: string, now: EpochMs): Promise<ServiceError<'rate_limited'> | undefined>;
  /** Counts an attempt. @throws {ServiceError} rate_limited, with the form of any rate limit and the plan `anonymous` */
  charge(name: string, now: EpochMs): Promise<void>;
}

/** @param kind the attempted action: names of different kinds are counted apart */
export function createWindowLimit(counters: AttemptCounters, kind: string, limits: WindowLimits): WindowLimit {
  const countIn = async (name: string, windowMs: number, now: EpochMs) => {
    const index = Math.floor(now / windowMs);
    return (await counters.add(`${kind} ${name} ${windowMs} ${index}`, windowMs, now)).count;
  };
  const refusal: WindowLimit['refusal'] = async (name, now) => {
    const [inHour, inDay] = await Promise.all([countIn(name, HOUR_MS, now), countIn(name, DAY_MS, now)]);
    return inHour > limits.hour || inDay > limits.day ? refusalOf(limits, inHour, inDay, now) : undefined;
  };
  return {
    refusal,
    async charge(name, now) {
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
