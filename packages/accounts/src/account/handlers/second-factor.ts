import { randomBytes } from 'node:crypto';
import { type EpochMs, ServiceError } from '@loadcast/core';
import { randomBase62, type SecondFactorStore } from '@loadcast/core/quota';
import { z } from 'zod';
import { newTotpSecret, totpStep, totpUri } from '../../access/passwords/totp.js';
import { startSession } from '../../access/sessions/session-cookie.js';
import { sha256 } from '../../access/sha256.js';
import { MAILS } from '../../mail/mails.data.js';
import { accountEndpoint, jsonBody, withSession } from '../account-endpoint.js';
import { requirePassword } from './require-password.js';
import { secretText } from './sign-up.js';
import { messageAnswer, success, successAnswer } from './success.js';

const RECOVERY_CODES = 10;
/** 119 random bits: a fast digest of a code is as safe as a slow one. */
const RECOVERY_CODE_LENGTH = 20;

export const showSecondFactor = accountEndpoint({
  method: 'GET',
  path: '/second-factor',
  name: 'getSecondFactor',
  title: 'Whether sign-in requires a code',
  access: withSession,
  answer: successAnswer(z.strictObject({ enabled: z.boolean(), recovery_codes_left: z.int() })),
  async result({ caller }, { store }) {
    const factor = await store.secondFactor(caller.id);
    const isOn = factor !== undefined && factor.confirmedAt !== null;
    return { enabled: isOn, recovery_codes_left: isOn ? await store.recoveryCodesLeft(caller.id) : 0 };
  },
});

/** A new secret, which is required once a code of it was sent back. */
export const offerSecondFactor = accountEndpoint({
  method: 'POST',
  path: '/second-factor',
  name: 'offerSecondFactor',
  title: 'Create a secret for an authenticator app',
  access: withSession,
  body: jsonBody(z.object({ password: secretText })),
  status: 201,
  answer: successAnswer(z.strictObject({ secret: z.string(), uri: z.string() })),
  async result(call, deps) {
    await requirePassword(call.body.password, call, deps);
    const secret = newTotpSecret();
    if (!(await deps.store.offerSecondFactor(call.caller.id, secret))) {
      throw wrongCode('This account already has an authenticator: remove it first.');
    }
    return { secret, uri: totpUri(secret, call.caller.email) };
  },
});

/** Asks for codes from now on, ends every other session and shows the recovery codes, once. */
export const confirmSecondFactor = accountEndpoint({
  method: 'POST',
  path: '/second-factor/confirm',
  name: 'confirmSecondFactor',
  title: 'Require codes from now on; shows the recovery codes once',
  access: withSession,
  event: 'second-factor-set',
  body: jsonBody(z.object({ code: secretText })),
  answer: successAnswer(z.strictObject({ recovery_codes: z.array(z.string()).describe('Shown once.') })),
  async handle({ caller, body, now, origin }, { store, limits, mailer }) {
    const step = await limits.failuresOfKnown.guess(caller.id, now, async () => {
      const factor = await store.secondFactor(caller.id);
      return factor && totpStep(factor.secret, body.code, now);
    });
    if (step === undefined) throw wrongCode('The code is wrong.');
    const codes = Array.from({ length: RECOVERY_CODES }, () => randomBase62(RECOVERY_CODE_LENGTH, randomBytes));
    if (!(await store.confirmSecondFactor(caller.id, now, codes.map(sha256)))) {
      throw wrongCode('The authenticator is confirmed already.');
    }
    await store.useTotpStep(caller.id, step);
    await store.endSessions(caller.id);
    mailer?.send(MAILS.changed(caller.email, 'Sign-in now requires a code from an authenticator app.'), now);
    const cookie = await startSession(store, caller.id, origin, now);
    return success(200, { recovery_codes: codes }, { 'set-cookie': cookie });
  },
});

/** Needs the password and a code, or a recovery code. */
export const removeSecondFactor = accountEndpoint({
  method: 'POST',
  path: '/second-factor/remove',
  name: 'removeSecondFactor',
  title: 'Stop requiring codes',
  event: 'second-factor-removed',
  body: jsonBody(z.object({ password: secretText, code: secretText })),
  answer: messageAnswer,
  async result(call, deps) {
    const { caller, body, now } = call;
    const { store, limits, mailer } = deps;
    await requirePassword(body.password, call, deps);
    const used = await limits.failuresOfKnown.guess(caller.id, now, () => usedFactor(store, caller.id, body.code, now));
    if (used === undefined) throw wrongCode('The code is wrong or was already used.');
    await store.removeSecondFactor(caller.id);
    mailer?.send(MAILS.changed(caller.email, 'Sign-in no longer requires a code.'), now);
    return { message: 'Sign-in no longer requires a code.' };
  },
});

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
