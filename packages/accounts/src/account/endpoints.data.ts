import type { EndpointDescription } from '@loadcast/formats';
import type { z } from 'zod';
import { ACCOUNT_ANSWERS } from './account-answers.js';
import { currentPassword, newPassword } from './handlers/own-account.js';
import { keyWishes, rotation } from './handlers/own-keys.js';
import { replayWish, webhookWishes } from './handlers/own-webhooks.js';
import { resetWish } from './handlers/reset.js';
import { secondFactorCode, secondFactorEnd, secondFactorWish } from './handlers/second-factor.js';
import { signInBody } from './handlers/sign-in.js';
import { confirmation, newAccount } from './handlers/sign-up.js';

type Method = 'GET' | 'POST' | 'DELETE';
/** Method and path, name, access, title, body, answer, status of success. */
type Row = readonly [
  at: `${Method} ${string}`,
  name: string,
  access: 'public' | 'session',
  title: string,
  body: z.ZodObject | undefined,
  answer: keyof typeof ACCOUNT_ANSWERS,
  status?: number,
];

const ROWS: readonly Row[] = [
  [
    'POST /account/sign-up',
    'signUp',
    'public',
    'Create an account; the answer is the same whether the e-mail is taken or not',
    newAccount,
    'message',
    202,
  ],
  ['POST /account/sign-in', 'signIn', 'public', 'Start a session: sets the cookie', signInBody, 'account'],
  ['POST /account/sign-out', 'signOut', 'public', 'End the session', undefined, 'message'],
  [
    'POST /account/confirm-with-link',
    'confirmSignUp',
    'public',
    'Finish a sign-up with the token of the mailed link',
    confirmation,
    'account',
    201,
  ],
  ['POST /account/reset', 'askPasswordReset', 'public', 'Send a link to set a new password', resetWish, 'message', 202],
  [
    'POST /account/reset-with-link',
    'resetPassword',
    'public',
    'Set a new password with the token of the mailed link',
    confirmation,
    'message',
  ],
  ['GET /account', 'getAccount', 'session', 'The account with its plans', undefined, 'account'],
  ['GET /account/plans', 'listPlans', 'public', 'Every plan', undefined, 'plans'],
  ['GET /account/usage', 'getAccountUsage', 'session', 'Usage of each of the account’s plans', undefined, 'usage'],
  [
    'GET /account/usage/history',
    'getAccountUsageHistory',
    'session',
    'Requests of each key by hour, last 30 days',
    undefined,
    'usageHistory',
  ],
  ['GET /account/keys', 'listKeys', 'session', 'All keys, including expired and revoked ones', undefined, 'keys'],
  ['POST /account/keys', 'createKey', 'session', 'Create a key, shown once', keyWishes, 'issuedKey', 201],
  [
    'POST /account/keys/{id}/rotate',
    'rotateKey',
    'session',
    'Replace a key; the old one keeps working for the overlap',
    rotation,
    'issuedKey',
    201,
  ],
  ['DELETE /account/keys/{id}', 'revokeKey', 'session', 'Revoke a key', undefined, 'key'],
  ['GET /account/sessions', 'listSessions', 'session', 'The sessions of the account', undefined, 'sessions'],
  ['DELETE /account/sessions/{id}', 'endSession', 'session', 'End a session', undefined, 'message'],
  [
    'GET /account/second-factor',
    'getSecondFactor',
    'session',
    'Whether sign-in requires a code',
    undefined,
    'secondFactor',
  ],
  [
    'POST /account/second-factor',
    'offerSecondFactor',
    'session',
    'Create a secret for an authenticator app',
    secondFactorWish,
    'offeredFactor',
    201,
  ],
  [
    'POST /account/second-factor/confirm',
    'confirmSecondFactor',
    'session',
    'Require codes from now on; shows the recovery codes once',
    secondFactorCode,
    'recoveryCodes',
  ],
  [
    'POST /account/second-factor/remove',
    'removeSecondFactor',
    'session',
    'Stop requiring codes',
    secondFactorEnd,
    'message',
  ],
  ['GET /account/webhooks', 'listWebhooks', 'session', 'The webhooks of the account', undefined, 'webhooks'],
  [
    'POST /account/webhooks',
    'createWebhook',
    'session',
    'Send events to an address; the secret is shown once',
    webhookWishes,
    'issuedWebhook',
    201,
  ],
  [
    'POST /account/webhooks/{id}/rotate',
    'rotateWebhook',
    'session',
    'Create another secret, shown once; the old one also signs for a while',
    rotation,
    'rotatedWebhook',
  ],
  ['DELETE /account/webhooks/{id}', 'deleteWebhook', 'session', 'Delete a webhook', undefined, 'message'],
  [
    'GET /account/webhooks/{id}/deliveries',
    'listDeliveries',
    'session',
    'Deliveries of the last 7 days, newest first',
    undefined,
    'deliveries',
  ],
  [
    'POST /account/webhooks/{id}/replay',
    'replayWebhook',
    'session',
    'Resend every event from a given one on; with resumptions 20 an hour',
    replayWish,
    'webhook',
  ],
  [
    'POST /account/webhooks/{id}/resume',
    'resumeWebhook',
    'session',
    'Resume a disabled webhook where it stopped; with replays 20 an hour',
    undefined,
    'webhook',
  ],
  [
    'POST /account/webhooks/{id}/test',
    'testWebhook',
    'session',
    'Call a webhook once with a signed event of type webhook.test; 20 an hour',
    undefined,
    'webhookTest',
  ],
  ['GET /account/events', 'listEvents', 'session', 'The newest security events of the account', undefined, 'events'],
  [
    'POST /account/password',
    'changePassword',
    'session',
    'Set a new password; ends every other session',
    newPassword,
    'message',
  ],
  [
    'POST /account/delete',
    'deleteAccount',
    'session',
    'Delete the account and revoke its keys',
    currentPassword,
    'message',
  ],
];

const ERRORS = ['unauthorized', 'not_found', 'plan_limit', 'bad_request', 'payload_too_large'] as const;

/** What `/account` takes and gives. Pages that mailed links open are not listed. */
export const ACCOUNT_ENDPOINTS: readonly EndpointDescription[] = ROWS.map(
  ([at, name, access, title, body, answer, status]) => {
    const [method, path] = at.split(' ') as [Method, string];
    return {
      method,
      path,
      name,
      title,
      access,
      ...(body && { body }),
      ...(status && { status }),
      answers: [{ type: 'application/json', schema: ACCOUNT_ANSWERS[answer] }],
      errors: access === 'session' ? ['second_factor_required', ...ERRORS] : ERRORS,
    };
  },
);
