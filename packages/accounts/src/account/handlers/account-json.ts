import type { Account, SurfaceId } from '@loadcast/core';
import { maxKeysOfAccount, planOfAccount } from '@loadcast/core/quota';
import { isoUtc, utcText } from '@loadcast/formats';
import { z } from 'zod';
import { planJson, planSchema } from '../../access/about/plan-json.js';
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

export const accountAnswer = successAnswer(
  z.strictObject({
    id: z.string(),
    email: z.string(),
    created_at: utcText(),
    plans: z.strictObject({ a: z.nullable(planSchema), b: z.nullable(planSchema), c: z.nullable(planSchema) }),
    max_keys: z.nullable(z.int()),
  }),
);
export const plansAnswer = successAnswer(z.array(planSchema));
