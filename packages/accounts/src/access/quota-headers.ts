import type { QuotaPolicy, QuotaSnapshot } from '@loadcast/core/quota';

/**
 * The headers of an answer that consulted a quota. Empty where the plan has no limit.
 *
 * When the request is refused, `RateLimit` lists only the limits that refused, so that `Retry-After` is never earlier
 * than one listed.
 *
 * @see draft-ietf-httpapi-ratelimit-headers-10
 */
export function quotaHeaders(snapshot: QuotaSnapshot): Record<string, string> {
  const { policies, now } = snapshot;
  const [first] = policies;
  if (!first) return {};
  const isRefused = policies.some(({ violated }) => violated);
  let text = '';
  let tightest: QuotaPolicy | undefined;
  for (const policy of policies) {
    const { name, remaining, resetSeconds, violated } = policy;
    if (isRefused && !violated) continue;
    text += `${text === '' ? '"' : ', "'}${name}";r=${remaining};t=${resetSeconds}`;
    if (!tightest || isTighter(policy, tightest)) tightest = policy;
  }
  const { limit, remaining, windowSeconds } = tightest ?? first;
  return {
    'ratelimit-policy': policyText(policies),
    ratelimit: text,
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String((Math.floor(now / 1000 / windowSeconds) + 1) * windowSeconds),
  };
}

/** The limits that callers had last, and their text. */
let lastPolicies: readonly QuotaPolicy[] = [];
let lastPolicyText = '';

/** The same for all callers of a plan, one after the other. */
function policyText(policies: readonly QuotaPolicy[]): string {
  if (!areSame(policies, lastPolicies)) {
    lastPolicies = policies;
    lastPolicyText = policies
      .map(({ name, limit, windowSeconds }) => `"${name}";q=${limit};w=${windowSeconds}`)
      .join(', ');
  }
  return lastPolicyText;
}

/** Whether two policies are equal, names and windows included. */
function areSame(one: readonly QuotaPolicy[], other: readonly QuotaPolicy[]): boolean {
  if (one.length !== other.length) return false;
  for (let i = 0; i < one.length; i++) {
    if (one[i]!.limit !== other[i]!.limit || one[i]!.name !== other[i]!.name) return false;
  }
  return true;
}

/** Fewer requests are left; of equal numbers, the one that resets later. */
function isTighter(policy: QuotaPolicy, other: QuotaPolicy): boolean {
  if (policy.remaining !== other.remaining) return policy.remaining < other.remaining;
  return policy.resetSeconds > other.resetSeconds;
}
