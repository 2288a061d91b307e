import type { Account, EpochMs } from '@loadcast/core';
import type { OriginStore } from '@loadcast/core/quota';
import { deviceDigest, networkDigest } from '../known-origins.js';
import { readToken } from '../session-cookie.js';
import type { AccountLimits } from './account-limits.js';
import type { Throttle } from './throttle.js';

/** Who tries to sign in. */
export interface SignInVisitor {
  readonly email: string;
  /** Of the e-mail, if there is one. */
  readonly account: Account | undefined;
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
 * device or network that signed in to the account before only by its own, so that nobody locks an owner out.
 *
 * @throws {ServiceError} rate_limited
 */
export async function passSignIn(
  visitor: SignInVisitor,
  { store, limits }: { readonly store: OriginStore; readonly limits: AccountLimits },
  now: EpochMs,
): Promise<SignInPass> {
  const { email, account, network, cookie } = visitor;
  const id = account?.id ?? '';
  const token = readToken(cookie);
  const device = deviceDigest(id, token ?? '');
  if (await store.isKnownOrigin(id, [device], now)) return pass([[limits.failuresOfKnown, device]], true, now);

  await limits.signInsPerAddress.charge(network, now);
  const here = networkDigest(id, network);
  if (await store.isKnownOrigin(id, [here], now)) return pass([[limits.failuresOfKnown, here]], true, now);
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
