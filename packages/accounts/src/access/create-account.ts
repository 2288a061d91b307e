import type { Account, ControlStore, EpochMs, SurfaceId } from '@loadcast/core';
import { normaliseEmail } from '@loadcast/core/quota';
import { refused } from '@loadcast/formats';
import { newId } from '@loadcast/service';
import { PUBLIC_PLANS } from './sign-up-plans.js';

export interface NewAccount {
  readonly email: string;
  readonly plans?: Partial<Record<SurfaceId, string | null>>;
  /** Argon2id in PHC form; null is no password, so sign-in to the account is impossible. */
  readonly passwordHash?: string | null;
}

/**
 * @returns the account, or undefined when an account that is not deleted has the e-mail
 * @throws {ServiceError} invalid_parameter: the e-mail is not an address
 */
export async function createAccount(
  store: ControlStore,
  { email, plans = {}, passwordHash = null }: NewAccount,
  now: EpochMs,
): Promise<Account | undefined> {
  const account: Account = {
    id: newId('acc'),
    email: readEmail(email),
    plans: { ...PUBLIC_PLANS, ...plans },
    overrides: {},
    createdAt: now,
    deletedAt: null,
    suspendedAt: null,
  };
  return (await store.createAccount(account, passwordHash)) ? account : undefined;
}

/** @throws {ServiceError} invalid_parameter */
export function readEmail(given: string): string {
  const email = normaliseEmail(given);
  if (email) return email;
  throw refused('email', 'an e-mail address', 'Enter a valid email address.');
}
