import type { Account, SurfaceId } from '@loadcast/core';
import { maxKeysOfAccount, planOfAccount } from '@loadcast/core/quota';
import { isoUtc, utcText } from '@loadcast/formats';
import { z } from 'zod';
import { planJson } from '../../access/about/plan-json.js';
import { successAnswer } from './success.js';

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

const planSchema = z.strictObject({
  surface: z.enum(['a', 'b', 'c']),
  id: z.string(),
  name: z.string(),
  requests_per_hour: z.nullable(z.int()).describe('Null: no limit.'),
  requests_per_day: z.nullable(z.int()),
  region_requests_per_day: z.nullable(z.int()),
  max_keys: z.nullable(z.int()),
  horizons: z.array(z.string()),
  resolutions: z.array(z.string()),
  quantiles: z.boolean().describe('Whether p10 and p90 are given.'),
  history_days: z.nullable(z.number()),
  max_range_days: z.int(),
  custom: z.boolean(),
});

const accountSchema = z.strictObject({
  id: z.string(),
  email: z.string(),
  created_at: utcText(),
  plans: z.strictObject({ a: z.nullable(planSchema), b: z.nullable(planSchema), c: z.nullable(planSchema) }),
  max_keys: z.nullable(z.int()),
});

export const accountAnswer = successAnswer(accountSchema);
export const plansAnswer = successAnswer(z.array(planSchema));
