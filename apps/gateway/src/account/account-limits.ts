import { ServiceError } from '@loadcast/core';
import { createIpQuota, type IpQuota } from '../access/ip-quota.js';
import { createThrottle, type Throttle } from './throttle.js';

const SIGN_UPS_PER_ADDRESS = { hour: 5, day: 10, regionDay: null };
const SIGN_UPS_IN_ALL = { hour: 1_000, day: 5_000, regionDay: null };
/** Attempts, with the right or a wrong password. */
const SIGN_INS_PER_ADDRESS = { hour: 120, day: 1_000, regionDay: null };
/** Failures from any address before delays begin; the delays are short enough for the account's owner. */
const FAILURES_PER_ACCOUNT = 50;
/** Passwords hashed at once: each takes 19 MiB and a thread. */
const MAX_HASHING = 4;

/** What bounds sign-ups, guesses of passwords and the work of hashing them, in this process. */
export interface AccountLimits {
  readonly signUpsPerAddress: IpQuota;
  readonly signUpsInAll: IpQuota;
  readonly signInsPerAddress: IpQuota;
  /** By e-mail and network of the caller. */
  readonly failuresPerAddress: Throttle;
  /** By e-mail. */
  readonly failuresPerAccount: Throttle;
  /**
   * Runs work that hashes a password.
   *
   * @throws {ServiceError} unavailable: too much such work is running
   */
  hashing<T>(work: () => Promise<T>): Promise<T>;
}

export function createAccountLimits(): AccountLimits {
  return {
    signUpsPerAddress: createIpQuota(SIGN_UPS_PER_ADDRESS),
    signUpsInAll: createIpQuota(SIGN_UPS_IN_ALL),
    signInsPerAddress: createIpQuota(SIGN_INS_PER_ADDRESS),
    failuresPerAddress: createThrottle(),
    failuresPerAccount: createThrottle(FAILURES_PER_ACCOUNT),
    hashing: createHashingLimit(MAX_HASHING),
  };
}

function createHashingLimit(max: number): AccountLimits['hashing'] {
  let running = 0;
  return async (work) => {
    if (running >= max) {
      const message = 'Too many people are signing in at the moment. Retry in 2 seconds.';
      throw new ServiceError('unavailable', message, { retryAfterSeconds: 2 });
    }
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
    }
  };
}
