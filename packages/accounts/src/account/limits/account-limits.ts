import type { AttemptCounters } from '@loadcast/core/quota';
import { createWindowLimit } from '../../access/attempts/window-limit.js';
import { createHashingQueue } from './hashing-queue.js';
import { createRefusalPace } from './refusal-pace.js';
import { createThrottle } from './throttle.js';

/** Failures of strangers from any address before delays begin. */
const FAILURES_PER_ACCOUNT = 50;

/** What bounds sign-ups, guesses of passwords and the work of hashing them. */
export type AccountLimits = ReturnType<typeof createAccountLimits>;

/** @param counters of this process, or of all gateways together */
export function createAccountLimits(counters: AttemptCounters) {
  return {
    signUpsPerAddress: createWindowLimit(counters, 'sign-up', { hour: 5, day: 10 }),
    signUpsInAll: createWindowLimit(counters, 'sign-up in all', { hour: 1_000, day: 5_000 }),
    resetsPerAddress: createWindowLimit(counters, 'reset', { hour: 10, day: 30 }),
    /** Attempts, with the right or a wrong password. */
    signInsPerAddress: createWindowLimit(counters, 'sign-in', { hour: 120, day: 1_000 }),
    /** Counted by e-mail and network of the caller. */
    failuresPerAddress: createThrottle(counters, 'failure here'),
    /** Counted by e-mail, for unknown devices only. */
    failuresPerAccount: createThrottle(counters, 'failure', FAILURES_PER_ACCOUNT),
    /** Counted by known device or network. */
    failuresOfKnown: createThrottle(counters, 'failure of known'),
    /** Counted by digest of a mailed link. */
    failuresPerLink: createThrottle(counters, 'failure of link'),
    /** Keys made and rotated, webhooks and their secrets, of an account. */
    keysMade: createWindowLimit(counters, 'key', { hour: 20, day: 100 }),
    webhookTests: createWindowLimit(counters, 'webhook test', { hour: 20, day: 100 }),
    webhookRestarts: createWindowLimit(counters, 'webhook restart', { hour: 20, day: 100 }),
    /** Resolves when the next refusal of a sign-in may be answered. */
    refusalPace: createRefusalPace(),
    hashing: createHashingQueue(),
  };
}
