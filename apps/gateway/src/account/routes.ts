import {
  changePassword,
  currentPassword,
  deleteAccount,
  listPlans,
  newPassword,
  showAccount,
  showUsage,
} from './handlers/own-account.js';
import { listEvents } from './handlers/own-events.js';
import { createKey, keyWishes, listKeys, revokeOwnKey, rotateOwnKey, rotation } from './handlers/own-keys.js';
import { endOwnSession, listSessions } from './handlers/own-sessions.js';
import { askReset, confirmReset, resetWish } from './handlers/reset.js';
import {
  confirmSecondFactor,
  offerSecondFactor,
  removeSecondFactor,
  secondFactorCode,
  secondFactorEnd,
  secondFactorWish,
  showSecondFactor,
} from './handlers/second-factor.js';
import { signIn, signInBody, signOut } from './handlers/sign-in.js';
import { confirmation, confirmSignUp, newAccount, signUp } from './handlers/sign-up.js';
import { linkPage } from './link-pages.js';
import { anyone, formOrJson, jsonBody, noBody, type Route, route, signedIn } from './route.js';

/** Everything under `/account`; docs/accounts.md lists the same rows. */
export const ROUTES: readonly Route[] = [
  route({
    method: 'POST',
    path: '/sign-up',
    event: 'sign-up',
    access: anyone,
    body: jsonBody(newAccount),
    handle: signUp,
  }),
  route({
    method: 'POST',
    path: '/sign-in',
    event: 'sign-in',
    access: anyone,
    body: jsonBody(signInBody),
    handle: signIn,
  }),
  route({ method: 'POST', path: '/sign-out', event: 'sign-out', access: anyone, body: noBody, handle: signOut }),
  route({ method: 'GET', path: '/confirm', access: anyone, body: noBody, handle: linkPage('confirm') }),
  route({
    method: 'POST',
    path: '/confirm-with-link',
    event: 'sign-up',
    access: anyone,
    body: formOrJson(confirmation),
    form: 'confirm',
    handle: confirmSignUp,
  }),
  route({
    method: 'POST',
    path: '/reset',
    event: 'reset-asked',
    access: anyone,
    body: jsonBody(resetWish),
    handle: askReset,
  }),
  route({ method: 'GET', path: '/reset', access: anyone, body: noBody, handle: linkPage('reset') }),
  route({
    method: 'POST',
    path: '/reset-with-link',
    event: 'password-set',
    access: anyone,
    body: formOrJson(confirmation),
    form: 'reset',
    handle: confirmReset,
  }),
  route({ method: 'GET', path: '', access: signedIn, body: noBody, handle: showAccount }),
  route({ method: 'GET', path: '/plans', access: anyone, body: noBody, handle: listPlans }),
  route({ method: 'GET', path: '/usage', access: signedIn, body: noBody, handle: showUsage }),
  route({ method: 'GET', path: '/keys', access: signedIn, body: noBody, handle: listKeys }),
  route({
    method: 'POST',
    path: '/keys',
    event: 'key-made',
    access: signedIn,
    body: jsonBody(keyWishes),
    handle: createKey,
  }),
  route({
    method: 'POST',
    path: '/keys/:id/rotate',
    event: 'key-rotated',
    access: signedIn,
    body: jsonBody(rotation),
    handle: rotateOwnKey,
  }),
  route({
    method: 'DELETE',
    path: '/keys/:id',
    event: 'key-revoked',
    access: signedIn,
    body: noBody,
    handle: revokeOwnKey,
  }),
  route({ method: 'GET', path: '/sessions', access: signedIn, body: noBody, handle: listSessions }),
  route({
    method: 'DELETE',
    path: '/sessions/:id',
    event: 'session-ended',
    access: signedIn,
    body: noBody,
    handle: endOwnSession,
  }),
  route({ method: 'GET', path: '/second-factor', access: signedIn, body: noBody, handle: showSecondFactor }),
  route({
    method: 'POST',
    path: '/second-factor',
    access: signedIn,
    body: jsonBody(secondFactorWish),
    handle: offerSecondFactor,
  }),
  route({
    method: 'POST',
    path: '/second-factor/confirm',
    event: 'second-factor-set',
    access: signedIn,
    body: jsonBody(secondFactorCode),
    handle: confirmSecondFactor,
  }),
  route({
    method: 'POST',
    path: '/second-factor/remove',
    event: 'second-factor-removed',
    access: signedIn,
    body: jsonBody(secondFactorEnd),
    handle: removeSecondFactor,
  }),
  route({ method: 'GET', path: '/events', access: signedIn, body: noBody, handle: listEvents }),
  route({
    method: 'POST',
    path: '/password',
    event: 'password-set',
    access: signedIn,
    body: jsonBody(newPassword),
    handle: changePassword,
  }),
  route({
    method: 'POST',
    path: '/delete',
    event: 'account-deleted',
    access: signedIn,
    body: jsonBody(currentPassword),
    handle: deleteAccount,
  }),
];
