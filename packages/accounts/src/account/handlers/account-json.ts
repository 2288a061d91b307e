import type { Account, SurfaceId } from '@loadcast/core';
import { maxKeysOfAccount, planOfAccount } from '@loadcast/core/quota';
import { isoUtc } from '@loadcast/formats';
import { planJson } from '../../access/about/plan-json.js';

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
