import { ServiceError } from '../errors/service-error.js';
import type { Horizon, Resolution } from '../horizons/horizon.js';
import { DAY_MS, type EpochMs, floorToHour } from '../time/instant.js';
import { plansOf } from './find-plan.js';
import type { Plan } from './plan.js';

/** What a call asks for that a plan may not include. Leave out what the call does not touch. */
export interface PlanAsk {
  readonly horizon?: Horizon;
  readonly resolution?: Resolution;
  /** The earliest actual requested, or the instant whose newest actual is requested. */
  readonly historyFrom?: EpochMs;
  /** What needs the whole distribution, rather than p10 and p90 where there are any. */
  readonly distribution?: DistributionAsk;
  /** Monthly files. */
  readonly bulk?: boolean;
}

/** What only plans with quantiles include, as a refusal calls it. */
const DISTRIBUTION_ASKS = {
  quantiles: 'A choice of quantiles',
  drivers: 'The breakdown of a forecast into drivers',
  scenarios: 'A set of scenarios',
} as const;

export type DistributionAsk = keyof typeof DISTRIBUTION_ASKS;

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

const keys = new WeakMap<Plan, string>();

/**
 * Everything in a plan that decides which values its answers show and which requests it refuses, as one text: the key
 * of caches of whole answers. Plans that differ only in how often they may ask have the same.
 *
 * @example
 * entitlementKey(findPlan('a', 'team')) === entitlementKey(findPlan('a', 'enterprise')) // => false
 */
export function entitlementKey(plan: Plan): string {
  const known = keys.get(plan);
  if (known !== undefined) return known;
  const { surface, horizons, resolutions, quantiles, bulk, historyDepthMs } = plan;
  const key = [surface, horizons.join(), resolutions.join(), quantiles, bulk, historyDepthMs].join(' ');
  keys.set(plan, key);
  return key;
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
  const { horizon, resolution, historyFrom, distribution, bulk } = ask;
  if (horizon !== undefined && !plan.horizons.includes(horizon)) {
    throw refusal(plan, `Horizon ${horizon}`, (other) => other.horizons.includes(horizon));
  }
  if (resolution !== undefined && !plan.resolutions.includes(resolution)) {
    throw refusal(plan, `Resolution ${resolution}`, (other) => other.resolutions.includes(resolution));
  }
  if (distribution !== undefined && !plan.quantiles)
    throw refusal(plan, DISTRIBUTION_ASKS[distribution], (other) => other.quantiles);
  if (bulk === true && !plan.bulk) throw refusal(plan, 'Monthly files', (other) => other.bulk);
  if (historyFrom !== undefined && historyFrom < earliestHistory(plan, now)) {
    const includes = (other: Plan) => historyFrom >= earliestHistory(other, now);
    throw refusal(plan, `History older than ${depthOf(plan)}`, includes, `${deepest(plan)} reaches back furthest`);
  }
}

function depthOf({ historyDepthMs }: Plan): string {
  const days = (historyDepthMs ?? 0) / DAY_MS;
  return days === 1 ? '24 hours' : `${days} days`;
}

/** The plan of a surface that reaches back furthest, with its depth. */
function deepest({ surface }: Plan): string {
  const plan = plansOf(surface).reduce((best, next) =>
    (next.historyDepthMs ?? Number.POSITIVE_INFINITY) > (best.historyDepthMs ?? Number.POSITIVE_INFINITY) ? next : best,
  );
  return `${plan.name}, with ${depthOf(plan)},`;
}

/** @param most the nearest offer, where no plan includes the request */
function refusal(
  plan: Plan,
  what: string,
  includes: (other: Plan) => boolean,
  most?: string,
): ServiceError<'plan_limit'> {
  const enough = plansOf(plan.surface).find(includes);
  const way = enough ? `The ${enough.name} plan includes it.` : `No plan includes it${most ? `: ${most}` : ''}.`;
  return new ServiceError('plan_limit', `${what} is not part of the ${plan.name} plan. ${way}`, {
    plan: plan.name,
    ...(enough && { requiredPlan: enough.name }),
  });
}
