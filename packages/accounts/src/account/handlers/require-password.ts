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
  const owner = ownerOf(call);
  const isRight = await limits.failuresOfKnown.guess(owner.name, now, async () => {
    const hash = await store.passwordHash(caller.id);
    return limits.hashing(owner, () => passwordMatches(hash, password));
  });
  if (!isRight) throw new ServiceError('unauthorized', 'The password is wrong.', undefined);
}

/** Who has a session is known. */
export function ownerOf({ caller, origin }: Call<Account, unknown>): HashingCaller {
  return { name: `${caller.id} ${origin.network}`, isKnown: true };
}
