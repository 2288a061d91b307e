import type { AreaId, SurfaceId } from '../areas/area.js';
import type { Plan } from '../plans/plan.js';
import type { EpochMs } from '../time/instant.js';

/** Upper ends of the three counters; null is no limit (the counter still counts, for the usage page). */
export interface QuotaLimits {
  readonly hour: number | null;
  readonly day: number | null;
  /** Limit per canonical region and UTC day. */
  readonly regionDay: number | null;
}

/** The key of a caller who has none: it is not counted. */
export const NO_KEY = '-';

/** One call as the counters see it. Counters belong to (account, surface): more keys are not more quota. */
export interface QuotaCall {
  readonly accountId: string;
  readonly surface: SurfaceId;
  /** Counted per UTC day for the usage page, never limited. */
  readonly keyId: string;
  readonly limits: QuotaLimits;
  /** Canonical regions, each at most once. */
  readonly regions: readonly AreaId[];
}

/** What the counters answered: used counts after the operation, by one clock. */
export interface QuotaReading {
  /** Whether all counters took the charge. Always true for a peek or a refund. */
  readonly allowed: boolean;
  /** The clock that decided, epoch ms: the store's own where it has one. */
  readonly now: EpochMs;
  readonly hourUsed: number;
  readonly dayUsed: number;
  /** Counts in the order of the call's regions. */
  readonly regionUsed: readonly number[];
  readonly hourViolated: boolean;
  readonly dayViolated: boolean;
  readonly regionViolated: readonly boolean[];
  /** When refused: the first instant at which the same call is admitted if nothing else is charged. Else 0. */
  readonly retryAt: EpochMs;
  /** The shared store was out of reach: decided from this process's own budget. */
  readonly degraded: boolean;
}

/** What an account used on a surface in the current UTC hour and day. */
export interface QuotaUsage {
  readonly now: EpochMs;
  readonly hourUsed: number;
  readonly dayUsed: number;
  readonly regions: ReadonlyMap<AreaId, number>;
  readonly keys: ReadonlyMap<string, number>;
}

/**
 * The counters' limits of a plan.
 *
 * @example
 * quotaLimits(findPlan('a', 'free')) // => { hour: 100, day: 1000, regionDay: 50 }
 */
export function quotaLimits(plan: Plan): QuotaLimits {
  return { hour: plan.requestsPerHour, day: plan.requestsPerDay, regionDay: plan.regionRequestsPerDay };
}
