import {
  type Account,
  type ApiKey,
  type EpochMs,
  isLive,
  maxKeysOfAccount,
  type Plan,
  planOfAccount,
} from '@loadcast/core';

/** A plan in the wire's names. */
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
    history_days: plan.historyDepthMs === null ? null : plan.historyDepthMs / 86_400_000,
    max_range_days: plan.maxRangeDays,
    custom: plan.custom,
  };
}

/** An account as its owner sees it. A surface without a plan is null. */
export function accountJson(account: Account) {
  const planOn = (surface: 'a' | 'b' | 'c') => {
    const plan = planOfAccount(account, surface);
    return plan ? planJson(plan) : null;
  };
  return {
    id: account.id,
    email: account.email,
    created_at: iso(account.createdAt),
    plans: { a: planOn('a'), b: planOn('b'), c: planOn('c') },
    max_keys: maxKeysOfAccount(account),
  };
}

/** A key as its owner sees it: never the key. */
export function keyJson(key: ApiKey, now: EpochMs) {
  return {
    id: key.id,
    last4: key.last4,
    label: key.label,
    state: key.revokedAt !== null ? 'revoked' : !isLive(key, now) ? 'expired' : key.replacedBy ? 'rotated' : 'active',
    created_at: iso(key.createdAt),
    expires_at: iso(key.expiresAt),
    revoked_at: iso(key.revokedAt),
    last_used_at: iso(key.lastUsedAt),
    replaced_by: key.replacedBy,
  };
}

function iso(instant: EpochMs | null): string | null {
  return instant === null ? null : `${new Date(instant).toISOString().slice(0, 19)}Z`;
}
