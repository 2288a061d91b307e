import { findPlan, type Plan } from '@loadcast/core';
import type { Principal } from '@loadcast/formats';
import { type Mount, mountOf } from '@loadcast/formats/node';
import { createIpQuota, type IpQuota, networkOf } from '../addresses/ip-quota.js';
import { sha256 } from '../sha256.js';
import type { DemoRegions } from './demo-regions.js';

/** What an address may ask of the demo. */
const DEMO_LIMITS = { hour: 60, day: 24 * 60, regionDay: null };

/** Prefix of the demo's paths, which answer without a key. */
export const DEMO_PREFIX = '/demo';

/** Surface A without a key, for a first look: what the Developer plan may see of some regions, counted by address. */
export interface Demo extends IpQuota {
  /** Whether a path is one of the demo. */
  covers(path: string): boolean;
  readonly principal: Principal;
  /** A caller of the demo, with a key of its own: a limit by key then is a limit by address. */
  guest(address: string): Principal;
}

/** @returns undefined where the demo is turned off */
export function createDemo(regions: DemoRegions): Demo | undefined {
  if (regions === 'none') return undefined;
  const shown = findPlan('a', 'developer') as Plan;
  const plan: Plan = {
    ...shown,
    name: 'Demo',
    requestsPerHour: DEMO_LIMITS.hour,
    requestsPerDay: DEMO_LIMITS.day,
    regionRequestsPerDay: DEMO_LIMITS.regionDay,
  };
  const principal: Principal = {
    accountId: 'demo',
    keyId: 'demo',
    plan,
    isGuest: true,
    ...(regions !== 'all' && { regions }),
  };
  return {
    ...createIpQuota(DEMO_LIMITS, { plan: plan.name }),
    covers: (path) => mountOf([{ prefix: `${DEMO_PREFIX}/v1` }], path) !== undefined,
    principal,
    guest: (address) => ({ ...principal, keyId: `demo-${sha256(networkOf(address)).slice(0, 12)}` }),
  };
}

/** The mounts of the demo: the same surfaces, described under their own paths only. */
export function demoMounts(mounts: readonly Mount[]): Mount[] {
  return mounts.map(({ prefix, surface: { endpoints: _described, ...surface } }) => ({
    prefix: DEMO_PREFIX + prefix,
    surface,
  }));
}
