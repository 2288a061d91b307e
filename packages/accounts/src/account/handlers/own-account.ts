import { type Account, PLANS } from '@loadcast/core';
import type { Reply } from '@loadcast/formats';
import { z } from 'zod';
import { planJson } from '../../access/about/plan-json.js';
import { hashPassword } from '../../access/passwords/password.js';
import { FORGET_SESSION, startSession } from '../../access/sessions/session-cookie.js';
import { USAGE_DAYS } from '../../access/usage/usage-history.js';
import { accountUsage } from '../../access/usage.js';
import { MAILS } from '../../mail/mails.data.js';
import { type AccountDeps, type Call, checksOf } from '../route.js';
import { accountJson } from './account-json.js';
import { ownerOf, requirePassword } from './require-password.js';
import { success } from './success.js';

type OwnerCall<Body = unknown> = Call<Account, Body>;

export const newPassword = z.object({
  current: z.string('a string').max(1_024),
  password: z.string('a string').max(1_024),
});

export const currentPassword = z.object({ password: z.string('a string').max(1_024) });

export async function showAccount({ caller }: OwnerCall): Promise<Reply> {
  return success(200, accountJson(caller));
}

export async function listPlans(): Promise<Reply> {
  return success(200, PLANS.map(planJson));
}

export async function showUsage({ caller, now }: OwnerCall, { counters }: AccountDeps): Promise<Reply> {
  return success(200, { surfaces: await accountUsage(caller, counters, now) });
}

export function showUsageHistory({ caller, now }: OwnerCall, { usageHistory }: AccountDeps): Promise<Reply> {
  return usageHistory({ accountId: caller.id }, USAGE_DAYS, now);
}

/** Sets the password, ends every session of the account and starts a new one. */
export async function changePassword(call: OwnerCall<z.output<typeof newPassword>>, deps: AccountDeps): Promise<Reply> {
  const { caller, body, now, origin } = call;
  const { store, mailer } = deps;
  await requirePassword(body.current, call, deps);
  await store.setPasswordHash(
    caller.id,
    await hashPassword(body.password, caller.email, checksOf(ownerOf(call), deps)),
  );
  mailer?.send(MAILS.changed(caller.email, 'Its password was changed.'), now);
  const cookie = await startSession(store, caller.id, origin, now);
  return success(
    200,
    { message: 'The password was changed. You are signed out everywhere else.' },
    { 'set-cookie': cookie },
  );
}

export async function deleteAccount(
  call: OwnerCall<z.output<typeof currentPassword>>,
  deps: AccountDeps,
): Promise<Reply> {
  await requirePassword(call.body.password, call, deps);
  await deps.store.deleteAccount(call.caller.id, call.now);
  await deps.directory.refresh();
  return success(200, { message: 'The account was deleted.' }, { 'set-cookie': FORGET_SESSION });
}
