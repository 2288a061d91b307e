import { ServiceError } from '../errors/service-error.js';
import type { Horizon, Resolution } from '../horizons/horizon.js';
import { DAY_MS, type EpochMs, floorToHour } from '../time/instant.js';
import { plansOf } from './find-plan.js';
import type { Plan } from './plan.js';

/** What a call asks for that a plan may not include. Leave out what the call does not touch. */
export interface PlanAsk {
  readonly horizon?: Horizon;
  readonly resolution?: Resolution;
  /** The earliest actual asked for. */
  readonly historyFrom?: EpochMs;
}

/** What a body made for a plan may show. It belongs in the key of every cache and in every entity tag. */
export type EntitlementClass = 'bounds' | 'values';

/**
 * Which bodies a plan may be given: with p10 and p90 (`bounds`), or without (`values`).
 *
 * @example
 * entitlementClass(findPlan('a', 'free')) // => 'values'
 */
export function entitlementClass(plan: Plan): EntitlementClass {
  return plan.quantiles ? 'bounds' : 'values';
}

/**
 * The earliest actual that a plan may read: its depth, counted back from the start of the current hour.
 *
 * @returns epoch ms; -Infinity where the plan sets no depth
 */
export function earliestHistory(plan: Plan, now: EpochMs): EpochMs {
  return plan.historyDepthMs === null ? Number.NEGATIVE_INFINITY : floorToHour(now) - plan.historyDepthMs;
}

/**
 * Lets a call through that its plan includes. The only place where a plan refuses anything but a rate.
 *
 * @param now epoch ms, when the call arrived
 * @throws {ServiceError} plan_limit, naming the cheapest plan of the surface that includes it
 */
export function requireEntitlement(plan: Plan, ask: PlanAsk, now: EpochMs): void {
  const { horizon, resolution, historyFrom } = ask;
  if (horizon !== undefined && !plan.horizons.includes(horizon)) {
    throw refusal(plan, `Horizon ${horizon}`, (other) => other.horizons.includes(horizon));
  }
  if (resolution !== undefined && !plan.resolutions.includes(resolution)) {
    throw refusal(plan, `Resolution ${resolution}`, (other) => other.resolutions.includes(resolution));
  }
  if (historyFrom !== undefined && historyFrom < earliestHistory(plan, now)) {
    const depth = `History older than ${(plan.historyDepthMs ?? 0) / DAY_MS} days`.replace('1 days', '24 hours');
    throw refusal(plan, depth, (other) => historyFrom >= earliestHistory(other, now));
  }
}

function refusal(plan: Plan, what: string, includes: (other: Plan) => boolean): ServiceError<'plan_limit'> {
  const rows = plansOf(plan.surface);
  const enough = rows.find(includes);
  const way = enough ? `The ${enough.name} plan includes it.` : 'No plan includes it.';
  return new ServiceError('plan_limit', `${what} is not part of the ${plan.name} plan. ${way}`, {
    plan: plan.name,
    requiredPlan: (enough ?? rows[rows.length - 1] ?? plan).name,
  });
}
