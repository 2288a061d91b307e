import { ServiceError } from '@loadcast/core';
import { readEmail } from '../../access/create-account.js';
import { hashPassword } from '../../access/passwords/password.js';
import { originsOf } from '../../access/sessions/known-origins.js';
import { MAILS } from '../../mail/mails.data.js';
import { accountEndpoint, anyone, checksOf, formOrJson, jsonBody } from '../account-endpoint.js';
import { findLink, linkUrl, makeLink, takeLink } from '../links.js';
import { confirmation, credentials, stranger } from './sign-up.js';
import { messageAnswer } from './success.js';

/** Mails a link that sets a new password. The answer is the same whether the address has an account or not. */
export const askReset = accountEndpoint({
  method: 'POST',
  path: '/reset',
  name: 'askPasswordReset',
  title: 'Send a link to set a new password',
  access: anyone,
  event: 'reset-asked',
  body: jsonBody(credentials.pick({ email: true })),
  status: 202,
  answer: messageAnswer,
  async result({ request, body, now, trace, origin }, { store, limits, mailer }) {
    if (!mailer) {
      const message = 'This service sends no mail: the operator can set a new password.';
      throw new ServiceError('not_found', message, undefined);
    }
    const email = readEmail(body.email);
    await limits.resetsPerAddress.charge(origin.network, now);
    const account = await store.accountByEmail(email);
    const link = account ? { accountId: account.id } : { email };
    const token = await makeLink(store, { purpose: 'reset', ...link }, now);
    if (account) {
      trace.accountId = account.id;
      mailer.send(MAILS.reset(email, linkUrl(request.baseUrl, 'reset', token)), now);
    }
    return { message: 'If this address has an account, we have sent it a link.' };
  },
});

/** Sets the password of the account that a link was made for, and ends its sessions. A second factor stays as it is. */
export const confirmReset = accountEndpoint({
  method: 'POST',
  path: '/reset-with-link',
  name: 'resetPassword',
  title: 'Set a new password with the token of the mailed link',
  access: anyone,
  event: 'password-set',
  body: formOrJson(confirmation),
  answer: messageAnswer,
  form: 'reset',
  async result(call, deps) {
    const { body, now, trace, note, origin } = call;
    const { store, mailer } = deps;
    const { accountId } = await findLink(store, body.token, 'reset', now);
    const account = accountId === null ? undefined : await store.account(accountId);
    const passwordHash = await hashPassword(body.password, account?.email, checksOf(stranger(origin), call, deps));
    await takeLink(store, body.token, 'reset', now);
    if (!account) throw new ServiceError('unauthorized', 'The account of this link no longer exists.', undefined);
    trace.accountId = account.id;
    note.detail = 'with a link';
    await store.setPasswordHash(account.id, passwordHash);
    for (const known of originsOf({ accountId: account.id, network: origin.network }, now))
      await store.keepOrigin(known);
    mailer?.send(MAILS.changed(account.email, 'Its password was set with a mailed link.'), now);
    return { message: 'The password was set and you are signed out everywhere. Sign in again.' };
  },
});
