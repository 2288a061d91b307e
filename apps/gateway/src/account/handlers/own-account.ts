import { type Account, PLANS, ServiceError } from '@loadcast/core';
import type { Reply } from '@loadcast/formats';
import { z } from 'zod';
import { networkOf } from '../../access/ip-quota.js';
import { hashPassword, passwordMatches } from '../../access/password.js';
import { accountUsage } from '../../access/usage.js';
import type { AccountDeps, Call } from '../route.js';
import { FORGET_SESSION, startSession } from '../session-cookie.js';
import { accountJson, planJson } from './account-json.js';
import { success } from './success.js';

type OwnerCall<Body = unknown> = Call<Account, Body>;

export const newPassword = z.object({
  current: z.string('a string').max(1_024),
  password: z.string('a string').max(1_024),
});

export const confirmation = z.object({ password: z.string('a string').max(1_024) });

export async function showAccount({ caller }: OwnerCall): Promise<Reply> {
  return success(200, accountJson(caller));
}

export async function listPlans(): Promise<Reply> {
  return success(200, PLANS.map(planJson));
}

export async function showUsage({ caller, now }: OwnerCall, { counters }: AccountDeps): Promise<Reply> {
  return success(200, { surfaces: await accountUsage(caller, counters, now) });
}

/** Sets the password, ends every session of the account and starts a new one. */
export async function changePassword(call: OwnerCall<z.output<typeof newPassword>>, deps: AccountDeps): Promise<Reply> {
  const { caller, body, now } = call;
  const { store, limits } = deps;
  await requirePassword(body.current, call, deps);
  await store.setPasswordHash(caller.id, await limits.hashing(() => hashPassword(body.password)));
  const cookie = await startSession(store, caller.id, now);
  return success(200, { message: 'The password was changed; other sessions have ended.' }, { 'set-cookie': cookie });
}

export async function deleteAccount(call: OwnerCall<z.output<typeof confirmation>>, deps: AccountDeps): Promise<Reply> {
  await requirePassword(call.body.password, call, deps);
  await deps.store.deleteAccount(call.caller.id, call.now);
  await deps.directory.refresh();
  return success(200, { message: 'The account was deleted.' }, { 'set-cookie': FORGET_SESSION });
}

/** @throws {ServiceError} unauthorized, rate_limited after several failures, unavailable */
async function requirePassword(
  password: string,
  { caller, address, now }: OwnerCall,
  { store, limits }: AccountDeps,
): Promise<void> {
  const emailHere = `${caller.email} ${networkOf(address)}`;
  limits.failuresPerAddress.check(emailHere, now);
  const hash = await store.passwordHash(caller.id);
  if (await limits.hashing(() => passwordMatches(hash, password))) {
    limits.failuresPerAddress.succeeded(emailHere);
    return;
  }
  limits.failuresPerAddress.failed(emailHere, now);
  throw new ServiceError('unauthorized', 'The password is wrong.', undefined);
}
