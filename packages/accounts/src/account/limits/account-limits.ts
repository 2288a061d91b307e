import type { AttemptCounters } from '@loadcast/core/quota';
import { createWindowLimit, type WindowLimit } from '../../access/attempts/window-limit.js';
import { createHashingQueue, type Hashing } from './hashing-queue.js';
import { createRefusalPace } from './refusal-pace.js';
import { createThrottle, type Throttle } from './throttle.js';

const SIGN_UPS_PER_ADDRESS = { hour: 5, day: 10 };
const SIGN_UPS_IN_ALL = { hour: 1_000, day: 5_000 };
const RESETS_PER_ADDRESS = { hour: 10, day: 30 };
const KEYS_MADE = { hour: 20, day: 100 };
const WEBHOOK_TESTS = { hour: 20, day: 100 };
const WEBHOOK_RESTARTS = { hour: 20, day: 100 };
/** Attempts, with the right or a wrong password. */
const SIGN_INS_PER_ADDRESS = { hour: 120, day: 1_000 };
/** Failures of strangers from any address before delays begin. */
const FAILURES_PER_ACCOUNT = 50;

/** What bounds sign-ups, guesses of passwords and the work of hashing them. */
export interface AccountLimits {
  readonly signUpsPerAddress: WindowLimit;
  readonly signUpsInAll: WindowLimit;
  readonly resetsPerAddress: WindowLimit;
  readonly signInsPerAddress: WindowLimit;
  /** Counted by e-mail and network of the caller. */
  readonly failuresPerAddress: Throttle;
  /** Counted by e-mail, for unknown devices only. */
  readonly failuresPerAccount: Throttle;
  /** Counted by known device or network. */
  readonly failuresOfKnown: Throttle;
  /** Counted by digest of a mailed link. */
  readonly failuresPerLink: Throttle;
  /** Keys made and rotated, webhooks and their secrets, of an account. */
  readonly keysMade: WindowLimit;
  /** Test calls of the webhooks of an account. */
  readonly webhookTests: WindowLimit;
  /** Replays and resumptions of the webhooks of an account. */
  readonly webhookRestarts: WindowLimit;
  /** Resolves when the next refusal of a sign-in may be answered. */
  readonly refusalPace: () => Promise<void>;
  readonly hashing: Hashing;
}

/** @param counters of this process, or of all gateways together */
export function createAccountLimits(counters: AttemptCounters): AccountLimits {
  return {
    signUpsPerAddress: createWindowLimit(counters, 'sign-up', SIGN_UPS_PER_ADDRESS),
    signUpsInAll: createWindowLimit(counters, 'sign-up in all', SIGN_UPS_IN_ALL),
    resetsPerAddress: createWindowLimit(counters, 'reset', RESETS_PER_ADDRESS),
    signInsPerAddress: createWindowLimit(counters, 'sign-in', SIGN_INS_PER_ADDRESS),
    failuresPerAddress: createThrottle(counters, 'failure here'),
    failuresPerAccount: createThrottle(counters, 'failure', FAILURES_PER_ACCOUNT),
    failuresOfKnown: createThrottle(counters, 'failure of known'),
    failuresPerLink: createThrottle(counters, 'failure of link'),
    keysMade: createWindowLimit(counters, 'key', KEYS_MADE),
    webhookTests: createWindowLimit(counters, 'webhook test', WEBHOOK_TESTS),
    webhookRestarts: createWindowLimit(counters, 'webhook restart', WEBHOOK_RESTARTS),
    refusalPace: createRefusalPace(),
    hashing: createHashingQueue(),
  };
}
