import { choosePlan, SURFACE_IDS } from '@loadcast/accounts';
import type { Account, SurfaceId } from '@loadcast/core';
import type { PlanOverrides } from '@loadcast/core/quota';
import { anyText, type OptionValues, optional } from '../options.js';
import { readCount } from '../values/read-values.js';

export const PLAN_OPTIONS = {
  'plan-a': optional('P', 'REST: free, developer, team, enterprise or none', anyText),
  'plan-b': optional('P', 'OASIS: trial, standard, pro, enterprise or none', anyText),
  'plan-c': optional('P', 'Utilities: none, trial, standard or enterprise', anyText),
} as const;

/** Numbers agreed with an account for the plan Enterprise of surface A, by the field of the plan that they replace. */
export const AGREED_OPTIONS = {
  hourly: optional('N', 'hourly requests agreed for the REST plan Enterprise', readCount),
  daily: optional('N', 'daily requests agreed for it', readCount),
  'region-daily': optional('N', 'daily requests per region agreed for it', readCount),
  'max-keys': optional('N', 'active API keys agreed for it', readCount),
} as const;

const AGREED_FIELDS = {
  hourly: 'requestsPerHour',
  daily: 'requestsPerDay',
  'region-daily': 'regionRequestsPerDay',
  'max-keys': 'maxKeys',
} as const satisfies Record<keyof typeof AGREED_OPTIONS, keyof PlanOverrides>;

/** @throws {ServiceError} invalid_parameter, listing the plans of the surface */
export function chosenPlans(values: OptionValues<typeof PLAN_OPTIONS>): Partial<Account['plans']> {
  const chosen: Partial<Record<SurfaceId, string | null>> = {};
  for (const surface of SURFACE_IDS) {
    const word = values[`plan-${surface}`];
    if (word !== undefined) chosen[surface] = choosePlan(surface, word, `--plan-${surface}`);
  }
  return chosen;
}

export function agreedNumbers(values: OptionValues<typeof AGREED_OPTIONS>): PlanOverrides {
  const agreed: Partial<Record<keyof PlanOverrides, number>> = {};
  for (const option of ['hourly', 'daily', 'region-daily', 'max-keys'] as const) {
    const number = values[option];
    if (number !== undefined) agreed[AGREED_FIELDS[option]] = number;
  }
  return agreed;
}
