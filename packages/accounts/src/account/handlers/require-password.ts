import { type Account, ServiceError } from '@loadcast/core';
import { passwordMatches } from '../../access/passwords/password.js';
import type { AccountDeps, Call } from '../account-endpoint.js';
import type { HashingCaller } from '../limits/hashing-queue.js';

/** @throws {ServiceError} unauthorized, rate_limited after several failures, unavailable */
export async function requirePassword(
  password: string,
  call: Call<Account, unknown>,
  { store, limits }: AccountDeps,
): Promise<void> {
  const { caller, now } = call;
  const { name } = ownerOf(call);
  await limits.failuresOfKnown.check(name, now);
  const hash = await store.passwordHash(caller.id);
  if (await limits.hashing(ownerOf(call), () => passwordMatches(hash, password))) {
    await limits.failuresOfKnown.succeeded(name);
    return;
  }
  await limits.failuresOfKnown.failed(name, now);
  throw new ServiceError('unauthorized', 'The password is wrong.', undefined);
}

/** Who has a session is known. */
export function ownerOf({ caller, origin }: Call<Account, unknown>): HashingCaller {
  return { name: `${caller.id} ${origin.network}`, isKnown: true };
}
