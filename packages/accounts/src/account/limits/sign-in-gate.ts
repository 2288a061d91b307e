import type { EpochMs } from '@loadcast/core';
import { deviceDigest, networkDigest } from '../../access/sessions/known-origins.js';
import { readToken } from '../../access/sessions/session-cookie.js';
import type { AccountLimits } from './account-limits.js';
import type { SignInTarget } from './sign-in-targets.js';
import type { Throttle } from './throttle.js';

/** Who tries to sign in. */
export interface SignInVisitor {
  readonly email: string;
  readonly target: SignInTarget;
  /** `networkOf` the caller's address. */
  readonly network: string;
  readonly cookie: string | undefined;
}

/** An attempt that may go to the password. */
export interface SignInPass {
  /** The device or network has signed in to the account before. */
  readonly isKnown: boolean;
  failed(): Promise<void>;
  succeeded(): Promise<void>;
}

/**
 * Lets an attempt through, or slows it down. Strangers are slowed by the failures of all strangers with the e-mail; a
 * device or network that signed in to the account before only by its own, so that no attacker locks an owner out.
 *
 * @throws {ServiceError} rate_limited
 */
export async function passSignIn(
  visitor: SignInVisitor,
  { limits }: { readonly limits: AccountLimits },
  now: EpochMs,
): Promise<SignInPass> {
  const { email, target, network, cookie } = visitor;
  const id = target.accountId ?? '';
  const token = readToken(cookie);
  const device = deviceDigest(id, token ?? '');
  if (await target.isKnown(device, now)) return pass([[limits.failuresOfKnown, device]], true, now);

  await limits.signInsPerAddress.charge(network, now);
  const here = networkDigest(id, network);
  if (await target.isKnown(here, now)) return pass([[limits.failuresOfKnown, here]], true, now);
  const throttles: NamedThrottle[] = [
    [limits.failuresPerAddress, `${email} ${network}`],
    [limits.failuresPerAccount, email],
  ];
  return pass(throttles, false, now);
}

type NamedThrottle = readonly [throttle: Throttle, name: string];

async function pass(throttles: readonly NamedThrottle[], isKnown: boolean, now: EpochMs): Promise<SignInPass> {
  for (const [throttle, name] of throttles) await throttle.check(name, now);
  return {
    isKnown,
    async failed() {
      for (const [throttle, name] of throttles) await throttle.failed(name, now);
    },
    async succeeded() {
      for (const [throttle, name] of throttles) await throttle.succeeded(name);
    },
  };
}
