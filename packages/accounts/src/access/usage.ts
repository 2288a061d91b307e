import { type Account, type Areas, DAY_MS, type EpochMs, HOUR_MS, type QuotaCounters } from '@loadcast/core';
import { planOfAccount, quotaLimits } from '@loadcast/core/quota';
import { isoUtc } from '@loadcast/formats';
import type { z } from 'zod';
import { SURFACE_IDS } from './surface-ids.js';
import type { surfacesUsed } from './usage/usage-answer.js';

/** `GET /v1/usage` and the account page: the requests of an account, with the JSON names. The numbers equal the quota headers. */
type SurfaceUsage = z.output<typeof surfacesUsed>['surfaces'][number];

/** The usage of every surface on which the account has a plan. Charges nothing. */
export async function accountUsage(
  areas: Areas,
  account: Account,
  counters: QuotaCounters,
  now: EpochMs,
): Promise<readonly SurfaceUsage[]> {
  const surfaces: SurfaceUsage[] = [];
  for (const surface of SURFACE_IDS) {
    const plan = planOfAccount(account, surface);
    if (!plan) continue;
    const used = await counters.usage(account.id, surface, now);
    const limits = quotaLimits(plan);
    const codes = new Map(
      areas
        .coded(surface)
        .map(({ area, code }) => [area.id, code] as const)
        .reverse(),
    );
    surfaces.push({
      surface,
      plan: plan.name,
      hour: windowUsage(limits.hour, used.hourUsed, HOUR_MS, used.now),
      day: windowUsage(limits.day, used.dayUsed, DAY_MS, used.now),
      regions: [...used.regions]
        .filter(([, count]) => count > 0)
        .map(([id, count]) => ({
          region: codes.get(id) ?? areas.codeOf(id),
          ...windowUsage(limits.regionDay, count, DAY_MS, used.now),
        }))
        .sort((one, two) => (one.region < two.region ? -1 : 1)),
      keys: [...used.keys]
        .filter(([, count]) => count > 0)
        .map(([key_id, count]) => ({ key_id, used: count }))
        .sort((one, two) => two.used - one.used || (one.key_id < two.key_id ? -1 : 1)),
    });
  }
  return surfaces;
}

function windowUsage(limit: number | null, used: number, windowMs: number, now: EpochMs): SurfaceUsage['hour'] {
  return {
    limit,
    used,
    remaining: limit === null ? null : Math.max(0, limit - used),
    resets_at: isoUtc((Math.floor(now / windowMs) + 1) * windowMs),
  };
}
