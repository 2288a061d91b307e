import type { Check } from './check.js';
import { CHECKS_A } from './checks-a.js';
import { CHECKS_ACCESS } from './checks-access.js';
import { CHECKS_B } from './checks-b.js';
import { CHECKS_C } from './checks-c.js';
import { CHECKS_LEGACY } from './checks-legacy.js';
import { CHECKS_PLANS } from './checks-plans.js';

/** The whole suite. */
export const CHECKS: readonly Check[] = [
  ...CHECKS_ACCESS,
  ...CHECKS_A,
  ...CHECKS_B,
  ...CHECKS_C,
  ...CHECKS_LEGACY,
  ...CHECKS_PLANS,
];
