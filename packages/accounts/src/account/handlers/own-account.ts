import { PLANS } from '@loadcast/core';
import { z } from 'zod';
import { planJson } from '../../access/about/plan-json.js';
import { hashPassword } from '../../access/passwords/password.js';
import { FORGET_SESSION, startSession } from '../../access/sessions/session-cookie.js';
import { surfacesUsed, usageHistoryAnswer } from '../../access/usage/usage-answer.js';
import { USAGE_DAYS } from '../../access/usage/usage-history.js';
import { accountUsage } from '../../access/usage.js';
import { MAILS } from '../../mail/mails.data.js';
import { accountEndpoint, anyone, checksOf, jsonBody, withSession } from '../account-endpoint.js';
import { accountAnswer, accountJson, plansAnswer } from './account-json.js';
import { ownerOf, requirePassword } from './require-password.js';
import { secretText } from './sign-up.js';
import { messageAnswer, success, successAnswer } from './success.js';

export const showAccount = accountEndpoint({
  method: 'GET',
  path: '',
  name: 'getAccount',
  title: 'The account with its plans',
  access: withSession,
  answer: accountAnswer,
  result: async ({ caller }) => accountJson(caller),
});

export const listPlans = accountEndpoint({
  method: 'GET',
  path: '/plans',
  name: 'listPlans',
  title: 'Every plan',
  access: anyone,
  answer: plansAnswer,
  result: async () => PLANS.map(planJson),
});

export const showUsage = accountEndpoint({
  method: 'GET',
  path: '/usage',
  name: 'getAccountUsage',
  title: 'Usage of each of the account’s plans',
  answer: successAnswer(surfacesUsed),
  result: async ({ caller, now }, { areas, counters }) => ({
    surfaces: await accountUsage(areas(caller.id), caller, counters, now),
  }),
});

export const showUsageHistory = accountEndpoint({
  method: 'GET',
  path: '/usage/history',
  name: 'getAccountUsageHistory',
  title: 'Requests of each key by hour, last 30 days',
  answer: usageHistoryAnswer,
  handle({ caller, now }, { usageHistory }) {
    return usageHistory({ accountId: caller.id }, USAGE_DAYS, now);
  },
});

/** Sets the password, ends every session of the account and starts a new one. */
export const changePassword = accountEndpoint({
  method: 'POST',
  path: '/password',
  name: 'changePassword',
  title: 'Set a new password; ends every other session',
  event: 'password-set',
  body: jsonBody(z.object({ current: secretText, password: secretText })),
  answer: messageAnswer,
  async handle(call, deps) {
    const { caller, body, now, origin } = call;
    const { store, mailer } = deps;
    await requirePassword(body.current, call, deps);
    await store.setPasswordHash(
      caller.id,
      await hashPassword(body.password, caller.email, checksOf(ownerOf(call), call, deps)),
    );
    mailer?.send(MAILS.changed(caller.email, 'Its password was changed.'), now);
    const cookie = await startSession(store, caller.id, origin, now);
    return success(
      200,
      { message: 'The password was changed. You are signed out everywhere else.' },
      { 'set-cookie': cookie },
    );
  },
});

export const deleteAccount = accountEndpoint({
  method: 'POST',
  path: '/delete',
  name: 'deleteAccount',
  title: 'Delete the account and revoke its keys',
  event: 'account-deleted',
  body: jsonBody(z.object({ password: secretText })),
  answer: messageAnswer,
  async handle(call, deps) {
    await requirePassword(call.body.password, call, deps);
    await deps.store.deleteAccount(call.caller.id, call.now);
    await deps.directory.refresh();
    return success(
      200,
      {
        message:
          'The account was deleted. Load and forecasts of its own areas stay in the store; nobody can read them.',
      },
      { 'set-cookie': FORGET_SESSION },
    );
  },
});
