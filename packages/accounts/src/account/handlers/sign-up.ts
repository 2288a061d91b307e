import { type EpochMs, ServiceError } from '@loadcast/core';
import { LIMITS } from '@loadcast/core/budgets';
import { type Reply, refused } from '@loadcast/formats';
import { z } from 'zod';
import { createAccount, readEmail } from '../../access/create-account.js';
import { hashPassword, passwordMatches } from '../../access/passwords/password.js';
import { type SessionOrigin, startSession } from '../../access/sessions/session-cookie.js';
import { MAILS } from '../../mail/mails.data.js';
import type { AccountDeps, Call } from '../account-endpoint.js';
import { accountEndpoint, anyone, checksOf, formOrJson, jsonBody } from '../account-endpoint.js';
import type { HashingCaller } from '../limits/hashing-queue.js';
import { findLink, linkUrl, makeLink, takeLink } from '../links.js';
import { accountAnswer, accountJson } from './account-json.js';
import { messageAnswer, success } from './success.js';

/** A password, a code or a token. */
export const secretText = z.string('a string').max(LIMITS.secret_characters.bound);

export const credentials = z.object({
  email: z.string('a string').max(LIMITS.email_characters.bound),
  password: secretText,
});

export const newAccount = credentials.extend({ invitation: secretText.optional() });

export const confirmation = z.object({ token: secretText, password: secretText });

type SignUpCall = Call<unknown, z.output<typeof newAccount>>;

/**
 * Makes an account, or where mail is sent, mails a link that does. A taken e-mail is answered like a free one, after the
 * same work.
 */
export const signUp = accountEndpoint({
  method: 'POST',
  path: '/sign-up',
  name: 'signUp',
  title: 'Create an account; the answer is the same whether the e-mail is taken or not',
  access: anyone,
  event: 'sign-up',
  body: jsonBody(newAccount),
  status: 202,
  answer: messageAnswer,
  async handle(call, deps) {
    const { body, now, origin } = call;
    const { limits, signUps } = deps;
    if (signUps === 'closed') {
      throw new ServiceError('not_found', 'Sign-up is closed. Ask the operator for an account.', undefined);
    }
    const email = readEmail(body.email);
    await limits.signUpsPerAddress.charge(origin.network, now);
    await limits.signUpsInAll.charge('', now);
    const passwordHash = await hashPassword(body.password, email, checksOf(stranger(origin), call, deps));
    if (signUps === 'invite') await takeInvitation(body.invitation, email, now, deps);
    return deps.mailer
      ? mailConfirmation(call, email, passwordHash, deps)
      : makeAccount(call, email, passwordHash, deps);
  },
});

/** Creates the account of a mailed link for a caller with the link and the password of the sign-up, and signs in. */
export const confirmSignUp = accountEndpoint({
  method: 'POST',
  path: '/confirm-with-link',
  name: 'confirmSignUp',
  title: 'Finish a sign-up with the token of the mailed link',
  access: anyone,
  event: 'sign-up',
  body: formOrJson(confirmation),
  status: 201,
  answer: accountAnswer,
  form: 'confirm',
  async handle({ body, now, trace, note, origin }, { store, limits, signUpPlans: plans }) {
    const link = await findLink(store, body.token, 'confirm', now);
    const isRight = await limits.failuresPerLink.guess(link.sha256, now, () =>
      limits.hashing(stranger(origin), () => passwordMatches(link.passwordHash, body.password)),
    );
    if (!isRight) throw new ServiceError('unauthorized', 'This is not the password chosen at sign-up.', undefined);
    const { email, passwordHash } = await takeLink(store, body.token, 'confirm', now);
    const account = await createAccount(store, { email: email ?? '', plans, passwordHash }, now);
    if (!account) throw new ServiceError('unauthorized', 'This address already has an account. Sign in.', undefined);
    trace.accountId = account.id;
    note.detail = 'confirmed';
    return success(201, accountJson(account), { 'set-cookie': await startSession(store, account.id, origin, now) });
  },
});

async function makeAccount(
  { now, trace, note }: SignUpCall,
  email: string,
  passwordHash: string,
  { store, signUpPlans: plans }: AccountDeps,
): Promise<Reply> {
  const account = await createAccount(store, { email, plans, passwordHash }, now);
  if (!account) Object.assign(note, { outcome: 'refused', detail: 'the e-mail has an account' });
  const concerned = account ?? (await store.accountByEmail(email));
  if (concerned) trace.accountId = concerned.id;
  return success(202, { message: 'If the address was free, the account is ready. Sign in; no mail is sent.' });
}

async function mailConfirmation(
  { request, now, trace, note }: SignUpCall,
  email: string,
  passwordHash: string,
  { store, mailer }: AccountDeps,
): Promise<Reply> {
  const taken = await store.accountByEmail(email);
  // Kept for a taken e-mail too, so that both answers take the same time; it leads nowhere there.
  const token = await makeLink(store, { purpose: 'confirm', email, passwordHash }, now);
  if (taken) {
    trace.accountId = taken.id;
    Object.assign(note, { outcome: 'refused', detail: 'the e-mail has an account' });
  }
  mailer?.send(taken ? MAILS.taken(email) : MAILS.confirm(email, linkUrl(request.baseUrl, 'confirm', token)), now);
  return success(202, { message: 'We sent a link to this address. Open it to finish.' });
}

/** A caller without an account queues by network. */
export function stranger({ network }: SessionOrigin): HashingCaller {
  return { name: network, isKnown: false };
}

/** @throws {ServiceError} missing_parameter or invalid_parameter, naming `invitation` */
async function takeInvitation(
  token: string | undefined,
  email: string,
  now: EpochMs,
  { store }: AccountDeps,
): Promise<void> {
  const parameter = 'invitation';
  if (token === undefined) {
    throw new ServiceError('missing_parameter', 'invitation is required. Ask the operator for one', { parameter });
  }
  const expected = 'an unused, unexpired invitation for this address';
  const refuse = () => {
    throw refused(parameter, expected, `${parameter}: ${expected}`);
  };
  const invitation = await findLink(store, token, 'invite', now).catch(refuse);
  if (invitation.email !== null && invitation.email !== email) refuse();
  await takeLink(store, token, 'invite', now).catch(refuse);
}
