import { ServiceError } from '@loadcast/core';
import { normaliseEmail } from '@loadcast/core/quota';
import { z } from 'zod';
import { passwordMatches } from '../../access/passwords/password.js';
import { endSession, FORGET_SESSION, readSession, startSession } from '../../access/sessions/session-cookie.js';
import type { AccountDeps, Call } from '../account-endpoint.js';
import { accountEndpoint, anyone, jsonBody, noBody } from '../account-endpoint.js';
import { paced } from '../limits/refusal-pace.js';
import { passSignIn, type SignInPass } from '../limits/sign-in-gate.js';
import { accountAnswer, accountJson } from './account-json.js';
import { usedFactor, wrongCode } from './second-factor.js';
import { credentials } from './sign-up.js';
import { messageAnswer, success } from './success.js';

export const signInBody = credentials.extend({ code: z.string('a string').max(64).optional() });

type SignInCall = Call<unknown, z.output<typeof signInBody>>;

/** Starts a session in place of the caller's. An unknown e-mail is answered like a wrong password, after the same work. */
export const signIn = accountEndpoint({
  method: 'POST',
  path: '/sign-in',
  name: 'signIn',
  title: 'Start a session: sets the cookie',
  access: anyone,
  event: 'sign-in',
  body: jsonBody(signInBody),
  answer: accountAnswer,
  async handle(call, deps) {
    const { request, body, now, trace, origin } = call;
    const { store, limits, signInTargets } = deps;
    const email = normaliseEmail(body.email) ?? '';
    const target = await signInTargets.of(email, now);
    if (target.accountId !== undefined) trace.accountId = target.accountId;
    const visitor = { email, target, network: origin.network, cookie: request.cookie };
    const pass = await paced(passSignIn(visitor, deps, now), limits.refusalPace);
    const caller = { name: origin.network, isKnown: pass.isKnown };
    const { account, matches } = await limits.hashing(caller, async () => {
      const account = await store.accountByEmail(email);
      const hash = await store.passwordHash(account?.id ?? '');
      return { account, matches: await passwordMatches(hash, body.password) };
    });
    if (!account || !matches) {
      await pass.failed();
      throw new ServiceError('unauthorized', 'The e-mail or the password is wrong.', undefined);
    }
    await requireSecondFactor(account.id, body.code, pass, call, deps);
    await pass.succeeded();
    if (account.suspendedAt !== null) {
      throw new ServiceError('unauthorized', 'This account is suspended. Contact the operator.', undefined);
    }
    await endSession(store, request.cookie);
    return success(200, accountJson(account), { 'set-cookie': await startSession(store, account.id, origin, now) });
  },
});

/** @throws {ServiceError} unauthorized: the account has an authenticator, and the code is missing, wrong or was used */
async function requireSecondFactor(
  accountId: string,
  code: string | undefined,
  pass: SignInPass,
  { now, note }: SignInCall,
  { store }: AccountDeps,
): Promise<void> {
  const factor = await store.secondFactor(accountId);
  if (factor === undefined || factor.confirmedAt === null) return;
  if (code === undefined)
    throw wrongCode('A code from your authenticator app, or a recovery code, is required: send it as code.');
  const used = await usedFactor(store, accountId, code, now);
  if (used === undefined) {
    await pass.failed();
    throw wrongCode('The code is wrong or was already used.');
  }
  note.detail = `with a ${used}`;
}

/** Ends the caller's session, if there is one. */
export const signOut = accountEndpoint({
  method: 'POST',
  path: '/sign-out',
  name: 'signOut',
  title: 'End the session',
  access: anyone,
  event: 'sign-out',
  body: noBody,
  answer: messageAnswer,
  async handle({ request, trace, now }, { store }) {
    const session = await readSession(store, request.cookie, now);
    if (session) trace.accountId = session.accountId;
    await endSession(store, request.cookie);
    return success(200, { message: 'Signed out.' }, { 'set-cookie': FORGET_SESSION });
  },
});
