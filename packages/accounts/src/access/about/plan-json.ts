import { DAY_MS, LONGEST_RANGE_DAYS, type Plan } from '@loadcast/core';
import { z } from 'zod';

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

const limit = z.int().nullable().describe('Null: no limit.');

export const planSchema = z.strictObject({
  surface: z.enum(['a', 'b', 'c']),
  id: z.string(),
  name: z.string(),
  requests_per_hour: limit,
  requests_per_day: limit,
  region_requests_per_day: limit,
  max_keys: limit,
  horizons: z.array(z.string()),
  resolutions: z.array(z.string()),
  quantiles: z.boolean().describe('Whether p10 and p90 are given.'),
  history_days: limit,
  max_range_days: z.int(),
  custom: z.boolean(),
});
