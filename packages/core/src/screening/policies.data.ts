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
