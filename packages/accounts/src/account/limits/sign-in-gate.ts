import type { EpochMs } from '@loadcast/core';
import { deviceDigest, networkDigest } from '../../access/sessions/known-origins.js';
import { readToken } from '../../access/sessions/session-cookie.js';
import type { AccountLimits } from './account-limits.js';
import type { SignInTarget } from './sign-in-targets.js';

export interface SignInVisitor {
  readonly email: string;
  readonly target: SignInTarget;
  /** `networkOf` the caller's address. */
  readonly network: string;
  readonly cookie: string | undefined;
}

export interface SignInPass {
  /** The device or network has signed in to the account before. */
  readonly isKnown: boolean;
  /** Checks password and code. @throws {ServiceError} rate_limited, as `Throttle.guess` */
  guess<T>(check: () => Promise<T>): Promise<T>;
}

/**
 * Chooses what slows an attempt down. Strangers are slowed by the failures of all strangers with the e-mail; a
 * device or network that signed in to the account before only by its own, so that no attacker locks an owner out.
 *
 * @throws {ServiceError} rate_limited: the address has made too many attempts
 */
export async function passSignIn(
  visitor: SignInVisitor,
  { limits }: { readonly limits: AccountLimits },
  now: EpochMs,
): Promise<SignInPass> {
  const { email, target, network, cookie } = visitor;
  const id = target.accountId ?? '';
  const known = (digest: string) => ({
    isKnown: true,
    guess: <T>(check: () => Promise<T>) => limits.failuresOfKnown.guess(digest, now, check),
  });
  const device = deviceDigest(id, readToken(cookie) ?? '');
  if (await target.isKnown(device, now)) return known(device);

  await limits.signInsPerAddress.charge(network, now);
  const here = networkDigest(id, network);
  if (await target.isKnown(here, now)) return known(here);
  return {
    isKnown: false,
    guess: (check) =>
      limits.failuresPerAddress.guess(`${email} ${network}`, now, () =>
        limits.failuresPerAccount.guess(email, now, check),
      ),
  };
}
