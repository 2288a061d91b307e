import {
  changePassword,
  confirmation,
  deleteAccount,
  listPlans,
  newPassword,
  showAccount,
  showUsage,
} from './handlers/own-account.js';
import { createKey, keyWishes, listKeys, revokeOwnKey, rotateOwnKey, rotation } from './handlers/own-keys.js';
import { signIn, signOut } from './handlers/sign-in.js';
import { credentials, signUp } from './handlers/sign-up.js';
import { anyone, jsonBody, noBody, type Route, route, signedIn } from './route.js';

/** Everything under `/account`; docs/accounts.md lists the same rows. */
export const ROUTES: readonly Route[] = [
  route({ method: 'POST', path: '/sign-up', access: anyone, body: jsonBody(credentials), handle: signUp }),
  route({ method: 'POST', path: '/sign-in', access: anyone, body: jsonBody(credentials), handle: signIn }),
  route({ method: 'POST', path: '/sign-out', access: anyone, body: noBody, handle: signOut }),
  route({ method: 'GET', path: '', access: signedIn, body: noBody, handle: showAccount }),
  route({ method: 'GET', path: '/plans', access: anyone, body: noBody, handle: listPlans }),
  route({ method: 'GET', path: '/usage', access: signedIn, body: noBody, handle: showUsage }),
  route({ method: 'GET', path: '/keys', access: signedIn, body: noBody, handle: listKeys }),
  route({ method: 'POST', path: '/keys', access: signedIn, body: jsonBody(keyWishes), handle: createKey }),
  route({ method: 'POST', path: '/keys/:id/rotate', access: signedIn, body: jsonBody(rotation), handle: rotateOwnKey }),
  route({ method: 'DELETE', path: '/keys/:id', access: signedIn, body: noBody, handle: revokeOwnKey }),
  route({ method: 'POST', path: '/password', access: signedIn, body: jsonBody(newPassword), handle: changePassword }),
  route({ method: 'POST', path: '/delete', access: signedIn, body: jsonBody(confirmation), handle: deleteAccount }),
];
