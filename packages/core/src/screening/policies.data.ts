import type { ScreenPolicy } from './policy.js';

/** Bounds for a balancing authority. */
export const AUTHORITY_POLICY: ScreenPolicy = {
  frozenRunHours: 3,
  maxLogDeviation: 0.75,
  jumpFloor: 0.13,
  jumpMads: 15,
  maxJumpRunHours: 4,
};

/** Sub-areas are small and reported in whole MW: repeats by chance and rooftop-solar noons are normal. */
export const SUB_AREA_POLICY: ScreenPolicy = {
  frozenRunHours: 6,
  maxLogDeviation: 1.1,
  jumpFloor: 0.3,
  jumpMads: 15,
  maxJumpRunHours: 4,
};

/** Series with bounds of their own, by EIA-930 id. */
export const SCREEN_POLICIES: Readonly<Record<string, ScreenPolicy>> = {
  'CISO-PGAE': AUTHORITY_POLICY,
  'CISO-SCE': AUTHORITY_POLICY,
  // San Diego's noons fall far below the median when rooftop solar does well: real load, not a fault.
  'CISO-SDGE': { ...AUTHORITY_POLICY, maxLogDeviation: 1.1, jumpFloor: 0.3 },
  // 18 to 341 MW, moves of 65 % from hour to hour: only the impossible is a fault.
  'CISO-VEA': { ...AUTHORITY_POLICY, frozenRunHours: 6, maxLogDeviation: 1.3, jumpFloor: 0.9 },
};
