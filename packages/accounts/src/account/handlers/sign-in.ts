import { type Account, ServiceError } from '@loadcast/core';
import { normaliseEmail } from '@loadcast/core/quota';
import { z } from 'zod';
import { passwordMatches } from '../../access/passwords/password.js';
import { endSession, FORGET_SESSION, readSession, startSession } from '../../access/sessions/session-cookie.js';
import type { AccountDeps, Call } from '../account-endpoint.js';
import { accountEndpoint, anyone, jsonBody } from '../account-endpoint.js';
import { paced } from '../limits/refusal-pace.js';
import { passSignIn } from '../limits/sign-in-gate.js';
import { accountAnswer, accountJson } from './account-json.js';
import { usedFactor } from './second-factor.js';
import { credentials } from './sign-up.js';
import { messageAnswer, success } from './success.js';

export const signInBody = credentials.extend({ code: z.string('a string').max(64).optional() });

/** The same for every reason: a caller without the code does not learn whether the password was right. */
const REFUSAL =
  'The e-mail, the password or the code is wrong. An account with an authenticator app takes a code of it, or a recovery code, as code.';

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
    const account = await paced(
      passSignIn(visitor, deps, now).then((pass) => pass.guess(() => authenticated(email, pass.isKnown, call, deps))),
      limits.refusalPace,
    );
    if (!account) throw new ServiceError('unauthorized', REFUSAL, undefined);
    if (account.suspendedAt !== null) {
      throw new ServiceError('unauthorized', 'This account is suspended. Contact the operator.', undefined);
    }
    await endSession(store, request.cookie);
    return success(200, accountJson(account), { 'set-cookie': await startSession(store, account.id, origin, now) });
  },
});

/** The account of the e-mail, where the password is right and so is the code, if one is required. */
async function authenticated(
  email: string,
  isKnown: boolean,
  { body, now, note, origin }: SignInCall,
  { store, limits }: AccountDeps,
): Promise<Account | undefined> {
  const account = await store.accountByEmail(email);
  const factor = await store.secondFactor(account?.id ?? '');
  const matches = await limits.hashing({ name: origin.network, isKnown }, async () =>
    passwordMatches(await store.passwordHash(account?.id ?? ''), body.password),
  );
  if (!account || !matches) return undefined;
  if (factor === undefined || factor.confirmedAt === null) return account;
  const used = await usedFactor(store, account.id, body.code ?? '', now);
  if (used) note.detail = `with a ${used}`;
  return used && account;
}

export const signOut = accountEndpoint({
  method: 'POST',
  path: '/sign-out',
  name: 'signOut',
  title: 'End the session',
  access: anyone,
  event: 'sign-out',
  answer: messageAnswer,
  async handle({ request, trace, now }, { store }) {
    const session = await readSession(store, request.cookie, now);
    if (session) trace.accountId = session.accountId;
    await endSession(store, request.cookie);
    return success(200, { message: 'Signed out.' }, { 'set-cookie': FORGET_SESSION });
  },
});
