import { ServiceError } from '@loadcast/core';
import { normaliseEmail } from '@loadcast/core/quota';
import type { Reply } from '@loadcast/formats';
import type { z } from 'zod';
import { networkOf } from '../../access/ip-quota.js';
import { passwordMatches } from '../../access/password.js';
import type { AccountDeps, Call } from '../route.js';
import { endSession, FORGET_SESSION, startSession } from '../session-cookie.js';
import { accountJson } from './account-json.js';
import type { credentials } from './sign-up.js';
import { success } from './success.js';

/** Starts a session in place of the caller's. An unknown e-mail is answered like a wrong password, after the same work. */
export async function signIn(
  { request, body, address, now, trace }: Call<unknown, z.output<typeof credentials>>,
  { store, limits }: AccountDeps,
): Promise<Reply> {
  const decision = limits.signInsPerAddress.charge(address, now);
  if (!decision.allowed) throw decision.error;
  const email = normaliseEmail(body.email) ?? '';
  const emailHere = `${email} ${networkOf(address)}`;
  limits.failuresPerAddress.check(emailHere, now);
  limits.failuresPerAccount.check(email, now);
  const account = await store.accountByEmail(email);
  if (account) trace.accountId = account.id;
  const hash = await store.passwordHash(account?.id ?? '');
  const matches = await limits.hashing(() => passwordMatches(hash, body.password));
  if (!account || !matches) {
    limits.failuresPerAddress.failed(emailHere, now);
    limits.failuresPerAccount.failed(email, now);
    throw new ServiceError('unauthorized', 'The e-mail or the password is wrong.', undefined);
  }
  limits.failuresPerAddress.succeeded(emailHere);
  limits.failuresPerAccount.succeeded(email);
  await endSession(store, request.cookie);
  await store.sweepSessions(now);
  return success(200, accountJson(account), { 'set-cookie': await startSession(store, account.id, now) });
}

/** Ends the caller's session, if there is one. */
export async function signOut({ request }: Call<unknown, unknown>, { store }: AccountDeps): Promise<Reply> {
  await endSession(store, request.cookie);
  return success(200, { message: 'Signed out.' }, { 'set-cookie': FORGET_SESSION });
}
