import { ServiceError } from '@loadcast/core';
import { normaliseEmail } from '@loadcast/core/quota';
import type { Reply } from '@loadcast/formats';
import { z } from 'zod';
import { createAccount } from '../../access/create-account.js';
import { hashPassword } from '../../access/password.js';
import type { AccountDeps, Call } from '../route.js';
import { success } from './success.js';

export const credentials = z.object({
  email: z.string('a string').max(254),
  password: z.string('a string').max(1_024),
});

/** Makes an account. A taken e-mail is answered like a free one, after the same work. */
export async function signUp(
  { body, address, now }: Call<unknown, z.output<typeof credentials>>,
  { store, limits }: AccountDeps,
): Promise<Reply> {
  const email = normaliseEmail(body.email);
  if (!email) {
    const expected = 'an e-mail address';
    throw new ServiceError('invalid_parameter', `email: ${expected}`, { parameter: 'email', expected });
  }
  for (const decision of [limits.signUpsPerAddress.charge(address, now), limits.signUpsInAll.charge('all', now)]) {
    if (!decision.allowed) throw decision.error;
  }
  const passwordHash = await limits.hashing(() => hashPassword(body.password));
  await createAccount(store, { email, passwordHash }, now);
  return success(202, { message: 'If the address was free, the account is ready: sign in.' });
}
