import { DAY_MS, LONGEST_RANGE_DAYS, type Plan } from '@loadcast/core';

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
