import { ServiceError } from '../errors/service-error.js';
import type { Horizon, Resolution } from '../horizons/horizon.js';
import { DAY_MS, type EpochMs, floorToHour } from '../time/instant.js';
import { plansOf } from './find-plan.js';
import type { Plan } from './plan.js';

/** Parts of answers that only some plans include, as a refusal names them. */
const LEVELS = {
  quantiles: { what: 'A choice of quantiles', isIncluded: ({ quantiles }: Plan) => quantiles },
  drivers: { what: 'The breakdown of a forecast into drivers', isIncluded: ({ quantiles }: Plan) => quantiles },
  scenarios: { what: 'A set of scenarios', isIncluded: ({ quantiles }: Plan) => quantiles },
  files: { what: 'Monthly files', isIncluded: ({ bulk }: Plan) => bulk },
} as const;

/** The data an answer would show. Each keyed route declares it; the caller's plan is checked against it before anything is read. */
export interface Sight {
  /** The answer holds only data known at this instant: `as_of`, or now. */
  readonly asOf: EpochMs;
  /** The start of the earliest hour shown, or the issue time of the run shown; `asOf` if nothing earlier is shown. */
  readonly from: EpochMs;
  readonly horizon?: Horizon | undefined;
  readonly resolution?: Resolution | undefined;
  /** Absent: values only, with p10 and p90 if the plan includes them. */
  readonly level?: keyof typeof LEVELS | undefined;
}

/** The sight of an answer without load, forecasts or scores. Every plan includes it. */
export const NO_GRID_DATA: Sight = { asOf: Number.POSITIVE_INFINITY, from: Number.POSITIVE_INFINITY };

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
 * The earliest instant a plan reaches back to, counted from the start of the current hour.
 *
 * @returns epoch ms; -Infinity where the plan sets no depth
 */
export function earliestHistory(plan: Plan, now: EpochMs): EpochMs {
  return plan.historyDepthMs === null ? Number.NEGATIVE_INFINITY : floorToHour(now) - plan.historyDepthMs;
}

/**
 * The gate every answer passes: the only place where a plan refuses anything but a rate.
 *
 * @param now epoch ms, when the request arrived
 * @throws {ServiceError} plan_limit, naming the cheapest plan of the surface that includes the sight
 */
export function requireEntitlement(plan: Plan, { asOf, from, horizon, resolution, level }: Sight, now: EpochMs): void {
  if (horizon !== undefined && !plan.horizons.includes(horizon)) {
    throw refusal(plan, `Horizon ${horizon}`, (other) => other.horizons.includes(horizon));
  }
  if (resolution !== undefined && !plan.resolutions.includes(resolution)) {
    throw refusal(plan, `Resolution ${resolution}`, (other) => other.resolutions.includes(resolution));
  }
  if (level !== undefined && !LEVELS[level].isIncluded(plan)) {
    throw refusal(plan, LEVELS[level].what, LEVELS[level].isIncluded);
  }
  const earliest = Math.min(asOf, from);
  if (!(earliest >= earliestHistory(plan, now))) {
    const isIncluded = (other: Plan) => earliest >= earliestHistory(other, now);
    throw refusal(plan, `History older than ${depthOf(plan)}`, isIncluded, `${deepest(plan)} goes back furthest`);
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
  isIncluded: (other: Plan) => boolean,
  most?: string,
): ServiceError<'plan_limit'> {
  const enough = plansOf(plan.surface).find(isIncluded);
  const way = enough ? `The ${enough.name} plan includes it.` : `No plan includes it${most ? `: ${most}` : ''}.`;
  return new ServiceError('plan_limit', `${what} is not part of the ${plan.name} plan. ${way}`, {
    plan: plan.name,
    ...(enough && { requiredPlan: enough.name }),
  });
}
