import type { QuotaPolicy, QuotaSnapshot } from '@loadcast/core/quota';

/**
 * The headers of an answer that consulted a quota. Empty where the plan has no limit.
 *
 * On a refusal `RateLimit` lists only the limits that refused, so that `Retry-After` is never earlier than one listed.
 *
 * @see draft-ietf-httpapi-ratelimit-headers-10
 */
export function quotaHeaders(snapshot: QuotaSnapshot): Record<string, string> {
  const { policies, now } = snapshot;
  const [first] = policies;
  if (!first) return {};
  const violated = policies.filter((policy) => policy.violated);
  const listed = violated.length > 0 ? violated : policies;
  const tightest = listed.reduce((least, policy) => (isTighter(policy, least) ? policy : least), listed[0] ?? first);
  return {
    'ratelimit-policy': policies
      .map(({ name, limit, windowSeconds }) => `"${name}";q=${limit};w=${windowSeconds}`)
      .join(', '),
    ratelimit: listed
      .map(({ name, remaining, resetSeconds }) => `"${name}";r=${remaining};t=${resetSeconds}`)
      .join(', '),
    'x-ratelimit-limit': String(tightest.limit),
    'x-ratelimit-remaining': String(tightest.remaining),
    'x-ratelimit-reset': String((Math.floor(now / 1000 / tightest.windowSeconds) + 1) * tightest.windowSeconds),
  };
}

/** Fewer requests are left; of equal numbers, the one that resets later. */
function isTighter(policy: QuotaPolicy, other: QuotaPolicy): boolean {
  if (policy.remaining !== other.remaining) return policy.remaining < other.remaining;
  return policy.resetSeconds > other.resetSeconds;
}
