import { type Account, DAY_MS, LONGEST_RANGE_DAYS, type Plan, type SurfaceId } from '@loadcast/core';
import { maxKeysOfAccount, planOfAccount } from '@loadcast/core/quota';
import { isoUtc } from '@loadcast/formats';

/** A plan as JSON. */
export function planJson(plan: Plan) {
  return {
    surface: plan.surface,
    id: plan.id,
    name: plan.name,
    requests_per_hour: plan.requestsPerHour,
    requests_per_day: plan.requestsPerDay,
    region_requests_per_day: plan.regionRequestsPerDay,
    max_keys: plan.maxKeys,
    horizons: plan.horizons,
    resolutions: plan.resolutions,
    quantiles: plan.quantiles,
    history_days: plan.historyDepthMs === null ? null : plan.historyDepthMs / DAY_MS,
    max_range_days: LONGEST_RANGE_DAYS,
    custom: plan.custom,
  };
}

/** An account as JSON for its owner. A surface without a plan is null. */
export function accountJson(account: Account) {
  const planOn = (surface: SurfaceId) => {
    const plan = planOfAccount(account, surface);
    return plan ? planJson(plan) : null;
  };
  return {
    id: account.id,
    email: account.email,
    created_at: isoUtc(account.createdAt),
    plans: { a: planOn('a'), b: planOn('b'), c: planOn('c') },
    max_keys: maxKeysOfAccount(account),
  };
}
