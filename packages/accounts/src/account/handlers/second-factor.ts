import { randomBytes } from 'node:crypto';
import { type Account, type EpochMs, ServiceError } from '@loadcast/core';
import { randomBase62, type SecondFactorStore } from '@loadcast/core/quota';
import type { Reply } from '@loadcast/formats';
import { z } from 'zod';
import { newTotpSecret, totpStep, totpUri } from '../../access/passwords/totp.js';
import { startSession } from '../../access/sessions/session-cookie.js';
import { sha256 } from '../../access/sha256.js';
import { MAILS } from '../../mail/mails.data.js';
import type { AccountDeps, Call } from '../route.js';
import { requirePassword } from './require-password.js';
import { success } from './success.js';

type OwnerCall<Body = unknown> = Call<Account, Body>;

const text = z.string('a string').max(1_024);

export const secondFactorWish = z.object({ password: text });

export const secondFactorCode = z.object({ code: text });

export const secondFactorEnd = z.object({ password: text, code: text });

const RECOVERY_CODES = 10;
/** 119 random bits: a fast digest of a code is as safe as a slow one. */
const RECOVERY_CODE_LENGTH = 20;

export async function showSecondFactor({ caller }: OwnerCall, { store }: AccountDeps): Promise<Reply> {
  const factor = await store.secondFactor(caller.id);
  const isOn = factor !== undefined && factor.confirmedAt !== null;
  return success(200, { enabled: isOn, recovery_codes_left: isOn ? await store.recoveryCodesLeft(caller.id) : 0 });
}

/** A new secret, which is required once a code of it was sent back. */
export async function offerSecondFactor(
  call: OwnerCall<z.output<typeof secondFactorWish>>,
  deps: AccountDeps,
): Promise<Reply> {
  await requirePassword(call.body.password, call, deps);
  const secret = newTotpSecret();
  if (!(await deps.store.offerSecondFactor(call.caller.id, secret))) {
    throw wrongCode('This account already has an authenticator: remove it first.');
  }
  return success(201, { secret, uri: totpUri(secret, call.caller.email) });
}

/** Asks for codes from now on, ends every other session and shows the recovery codes, once. */
export async function confirmSecondFactor(
  { caller, body, now, origin }: OwnerCall<z.output<typeof secondFactorCode>>,
  { store, limits, mailer }: AccountDeps,
): Promise<Reply> {
  await limits.failuresOfKnown.check(caller.id, now);
  const factor = await store.secondFactor(caller.id);
  const step = factor && totpStep(factor.secret, body.code, now);
  if (step === undefined) {
    await limits.failuresOfKnown.failed(caller.id, now);
    throw wrongCode('The code is wrong.');
  }
  const codes = Array.from({ length: RECOVERY_CODES }, () => randomBase62(RECOVERY_CODE_LENGTH, randomBytes));
  if (!(await store.confirmSecondFactor(caller.id, now, codes.map(sha256)))) {
    throw wrongCode('The authenticator is confirmed already.');
  }
  await store.useTotpStep(caller.id, step);
  await store.endSessions(caller.id);
  mailer?.send(MAILS.changed(caller.email, 'Sign-in now requires a code from an authenticator app.'), now);
  const cookie = await startSession(store, caller.id, origin, now);
  return success(200, { recovery_codes: codes }, { 'set-cookie': cookie });
}

/** Needs the password and a code, or a recovery code. */
export async function removeSecondFactor(
  call: OwnerCall<z.output<typeof secondFactorEnd>>,
  deps: AccountDeps,
): Promise<Reply> {
  const { caller, body, now } = call;
  const { store, limits, mailer } = deps;
  await requirePassword(body.password, call, deps);
  await limits.failuresOfKnown.check(caller.id, now);
  if ((await usedFactor(store, caller.id, body.code, now)) === undefined) {
    await limits.failuresOfKnown.failed(caller.id, now);
    throw wrongCode('The code is wrong or was already used.');
  }
  await store.removeSecondFactor(caller.id);
  mailer?.send(MAILS.changed(caller.email, 'Sign-in no longer requires a code.'), now);
  return success(200, { message: 'Sign-in no longer requires a code.' });
}

/**
 * Uses a code or a recovery code up, so that it works once.
 *
 * @returns which it was, for the security event; undefined: it is neither, or was used before
 */
export async function usedFactor(
  store: SecondFactorStore,
  accountId: string,
  code: string,
  now: EpochMs,
): Promise<'code' | 'recovery code' | undefined> {
  const factor = await store.secondFactor(accountId);
  const step = factor && totpStep(factor.secret, code, now);
  if (step !== undefined) return (await store.useTotpStep(accountId, step)) ? 'code' : undefined;
  return (await store.useRecoveryCode(accountId, sha256(code))) ? 'recovery code' : undefined;
}

/** @throws {ServiceError} unauthorized */
export function wrongCode(message: string): ServiceError<'unauthorized'> {
  return new ServiceError('unauthorized', message, undefined);
}
