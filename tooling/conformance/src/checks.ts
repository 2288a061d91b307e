import type { Check } from './check.js';
import { CHECKS_HOSTILE } from './hostile/checks-hostile.js';
import { CHECKS_A } from './surfaces/checks-a.js';
import { CHECKS_ACCESS } from './surfaces/checks-access.js';
import { CHECKS_B } from './surfaces/checks-b.js';
import { CHECKS_C } from './surfaces/checks-c.js';
import { CHECKS_LEGACY } from './surfaces/checks-legacy.js';
import { CHECKS_PLANS } from './surfaces/checks-plans.js';
import { CHECKS_REFUSED } from './surfaces/checks-refused.js';
import { CHECKS_ACCURACY } from './truth/checks-accuracy.js';
import { CHECKS_AS_OF } from './truth/checks-as-of.js';
import { CHECKS_GATE } from './truth/checks-gate.js';
import { CHECKS_IDENTITY } from './truth/checks-identity.js';
import { CHECKS_INSIGHT } from './truth/checks-insight.js';
import { CHECKS_NOW } from './truth/checks-now.js';
import { CHECKS_REASONS } from './truth/checks-reasons.js';
import { CHECKS_SAME } from './truth/checks-same.js';
import { CHECKS_TOLD } from './wire/checks-told.js';
import { CHECKS_WIRE } from './wire/checks-wire.js';

export const CHECKS: readonly Check[] = [
  ...CHECKS_ACCESS,
  ...CHECKS_A,
  ...CHECKS_B,
  ...CHECKS_C,
  ...CHECKS_LEGACY,
  ...CHECKS_REFUSED,
  ...CHECKS_GATE,
  ...CHECKS_ACCURACY,
  ...CHECKS_NOW,
  ...CHECKS_REASONS,
  ...CHECKS_IDENTITY,
  ...CHECKS_SAME,
  ...CHECKS_AS_OF,
  ...CHECKS_INSIGHT,
  ...CHECKS_WIRE,
  ...CHECKS_TOLD,
  // Last: they use the small key up.
  ...CHECKS_PLANS,
];

export const HOSTILE: readonly Check[] = CHECKS_HOSTILE;
