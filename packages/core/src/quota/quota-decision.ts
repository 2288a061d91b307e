import type { Areas } from '../areas/area.js';
import { ServiceError } from '../errors/service-error.js';
import type { Plan } from '../plans/plan.js';
import { DAY_MS, type EpochMs, HOUR_MS } from '../time/instant.js';
import { type QuotaCall, type QuotaReading, quotaLimits } from './quota-call.js';

export type QuotaPolicyName = 'hourly' | 'daily' | 'region-daily';

/** One limit as a caller gets it. */
export interface QuotaPolicy {
  readonly name: QuotaPolicyName;
  readonly limit: number;
  /** The number of calls like this one that this limit still admits before its reset. Never negative. */
  readonly remaining: number;
  readonly windowSeconds: number;
  /** Whole seconds from now to the reset, at least 1. */
  readonly resetSeconds: number;
  /** This limit refused the call. */
  readonly violated: boolean;
}

/** The usage of an account on a surface after a call. Policies without a limit are left out. */
export interface QuotaSnapshot {
  readonly planName: string;
  readonly now: EpochMs;
  readonly policies: readonly QuotaPolicy[];
  readonly degraded: boolean;
}

export type QuotaDecision =
  | { readonly allowed: true; readonly call: QuotaCall; readonly snapshot: QuotaSnapshot }
  | {
      readonly allowed: false;
      readonly call: QuotaCall;
      readonly snapshot: QuotaSnapshot;
      readonly error: ServiceError<'rate_limited'>;
    };

/**
 * What a reading of the counters means for the call it answers.
 *
 * @param planName as shown to the caller
 * @param areas those of the call's regions, for their codes
 */
export function quotaDecision(planName: string, call: QuotaCall, reading: QuotaReading, areas: Areas): QuotaDecision {
  const snapshot = quotaSnapshot(planName, call, reading);
  if (reading.allowed) return { allowed: true, call, snapshot };
  return { allowed: false, call, snapshot, error: rateLimited(planName, call, reading, areas) };
}

/** The limits that apply to a call, with the rest of each. The tightest of several regions is shown for all. */
export function quotaSnapshot(planName: string, call: QuotaCall, reading: QuotaReading): QuotaSnapshot {
  const { hour, day, regionDay } = call.limits;
  const policies: QuotaPolicy[] = [];
  const add = (name: QuotaPolicyName, limit: number | null, used: number, windowMs: number, violated: boolean) => {
    if (limit === null) return;
    policies.push({
      name,
      limit,
      remaining: left(limit, used),
      windowSeconds: windowMs / 1000,
      resetSeconds: secondsUntil((Math.floor(reading.now / windowMs) + 1) * windowMs, reading.now),
      violated,
    });
  };
  add('hourly', hour, reading.hourUsed, HOUR_MS, reading.hourViolated);
  add('daily', day, reading.dayUsed, DAY_MS, reading.dayViolated);
  if (reading.regionUsed.length > 0) {
    add('region-daily', regionDay, Math.max(...reading.regionUsed), DAY_MS, reading.regionViolated.includes(true));
  }
  return { planName, now: reading.now, policies, degraded: reading.degraded };
}

/**
 * The refusal of a call, with the contract's six numbers.
 *
 * A refusal by a region's limit keeps the true hourly and daily numbers.
 */
export function rateLimited(
  planName: string,
  call: QuotaCall,
  reading: QuotaReading,
  areas: Areas,
): ServiceError<'rate_limited'> {
  const retryAfterSeconds = secondsUntil(reading.retryAt, reading.now);
  const { hour, day } = call.limits;
  return new ServiceError(
    'rate_limited',
    `${refusedBy(call, reading, areas)} exceeded on the ${planName} plan. Retry in ${retryAfterSeconds} seconds.`,
    {
      plan: planName,
      limitHourly: hour ?? UNLIMITED,
      remainingHourly: left(hour ?? UNLIMITED, reading.hourUsed),
      limitDaily: day ?? UNLIMITED,
      remainingDaily: left(day ?? UNLIMITED, reading.dayUsed),
      retryAfterSeconds,
    },
  );
}

/** Stands for "no limit" where a whole number must stand; a plan without hour and day limits cannot refuse. */
const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** The limit that holds the call back longest. */
function refusedBy({ limits, regions }: QuotaCall, reading: QuotaReading, areas: Areas): string {
  if (reading.dayViolated) return `Daily limit of ${limits.day} requests`;
  const full = regions[reading.regionViolated.indexOf(true)];
  if (full !== undefined) {
    return `Daily limit of ${limits.regionDay} requests for region ${areas.codeOf(full)}`;
  }
  return `Hourly limit of ${limits.hour} requests`;
}

function left(limit: number, used: number): number {
  return Math.max(0, limit - used);
}

function secondsUntil(at: EpochMs, now: EpochMs): number {
  return Math.max(1, Math.ceil((at - now) / 1000));
}

/**
 * The call that the counters see for a request.
 *
 * @param regions canonical regions of the request; two codes of one grid count once
 */
export function quotaCall(
  who: { readonly accountId: string; readonly keyId: string; readonly plan: Plan },
  regions: readonly QuotaCall['regions'][number][],
): QuotaCall {
  return {
    accountId: who.accountId,
    surface: who.plan.surface,
    keyId: who.keyId,
    limits: quotaLimits(who.plan),
    regions: regions.length > 1 ? [...new Set(regions)] : regions,
  };
}
