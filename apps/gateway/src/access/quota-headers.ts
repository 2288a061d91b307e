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
  const isRefused = policies.some(({ violated }) => violated);
  let policyText = '';
  let text = '';
  let tightest: QuotaPolicy | undefined;
  for (const policy of policies) {
    const { name, limit, windowSeconds, remaining, resetSeconds, violated } = policy;
    policyText += `${policyText === '' ? '' : ', '}"${name}";q=${limit};w=${windowSeconds}`;
    if (isRefused && !violated) continue;
    text += `${text === '' ? '' : ', '}"${name}";r=${remaining};t=${resetSeconds}`;
    if (!tightest || isTighter(policy, tightest)) tightest = policy;
  }
  const { limit, remaining, windowSeconds } = tightest ?? first;
  return {
    'ratelimit-policy': policyText,
    ratelimit: text,
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String((Math.floor(now / 1000 / windowSeconds) + 1) * windowSeconds),
  };
}

/** Fewer requests are left; of equal numbers, the one that resets later. */
function isTighter(policy: QuotaPolicy, other: QuotaPolicy): boolean {
  if (policy.remaining !== other.remaining) return policy.remaining < other.remaining;
  return policy.resetSeconds > other.resetSeconds;
}
