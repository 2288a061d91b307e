import {
  type Account,
  type Areas,
  DAY_MS,
  type EpochMs,
  HOUR_MS,
  type QuotaCounters,
  type SurfaceId,
} from '@loadcast/core';
import { planOfAccount, quotaLimits } from '@loadcast/core/quota';
import { isoUtc } from '@loadcast/formats';
import { SURFACE_IDS } from './surface-ids.js';

/** `GET /v1/usage` and the account page: the requests of an account, with the JSON names. The numbers equal the quota headers. */
export interface SurfaceUsage {
  readonly surface: SurfaceId;
  readonly plan: string;
  readonly hour: WindowUsage;
  readonly day: WindowUsage;
  /** Regions of the surface requested today, with the cap of each where there is one. */
  readonly regions: readonly ({ readonly region: string } & WindowUsage)[];
  /** Requests of each key today. */
  readonly keys: readonly { readonly key_id: string; readonly used: number }[];
}

export interface WindowUsage {
  /** Null: no limit. */
  readonly limit: number | null;
  readonly used: number;
  readonly remaining: number | null;
  readonly resets_at: string;
}

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
          region: codes.get(id) ?? id,
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

function windowUsage(limit: number | null, used: number, windowMs: number, now: EpochMs): WindowUsage {
  return {
    limit,
    used,
    remaining: limit === null ? null : Math.max(0, limit - used),
    resets_at: isoUtc((Math.floor(now / windowMs) + 1) * windowMs),
  };
}
