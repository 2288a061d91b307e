import { json } from '@loadcast/formats';
import type { HttpRequest } from '@loadcast/formats/node';
import { expect, test } from 'vitest';
import { answerOverHttp } from './plain-http.js';
import { COOKIE_NAME, FORGET_SESSION } from './session-cookie.js';

const [HTTP, HTTPS] = ['http://load.office:8080', 'https://load.office'];
const PLAIN = 'loadcast-session';

/** The cookie that the program sees, and the one that the browser gets. */
async function answered(given: { cookie?: string; origin?: string; baseUrl?: string }) {
  const { cookie, origin, baseUrl = HTTPS } = given;
  const headers = new Map(origin === undefined ? [] : [['origin', origin]]);
  const request = { method: 'POST', path: '/account/sign-in', headers, cookie, baseUrl } as unknown as HttpRequest;
  let seen: string | undefined;
  const reply = await answerOverHttp(request, (inner) => {
    seen = inner.cookie;
    return json(200, {}, { 'set-cookie': FORGET_SESSION });
  });
  return { seen, set: reply.headers['set-cookie'] };
}

test.each([
  { name: 'from a page over http', given: { origin: HTTP }, isPlain: true },
  { name: 'from a page over https', given: { origin: HTTPS }, isPlain: false },
  {
    name: 'from a page over https of a service whose address is http',
    given: { origin: HTTPS, baseUrl: HTTP },
    isPlain: false,
  },
  { name: 'from a program, of a service whose address is http', given: { baseUrl: HTTP }, isPlain: true },
  { name: 'from a program, of a service whose address is https', given: {}, isPlain: false },
])('$name: the cookie is plain $isPlain', async ({ given, isPlain }) => {
  const { set } = await answered(given);
  expect(set).toBe(isPlain ? FORGET_SESSION.replace('__Host-', '').replace(' Secure;', '') : FORGET_SESSION);
});

test.each([
  { name: 'none', cookie: undefined, seen: undefined },
  { name: 'a plain one between others', cookie: `a=1; ${PLAIN}=t; b=2`, seen: `a=1; ${COOKIE_NAME}=t; b=2` },
  { name: 'the one of https', cookie: `${COOKIE_NAME}=t`, seen: `${COOKIE_NAME}=t` },
  {
    name: 'both: the one of https counts',
    cookie: `${PLAIN}=old; ${COOKIE_NAME}=t`,
    seen: `${PLAIN}=old; ${COOKIE_NAME}=t`,
  },
  { name: 'one whose name only ends like it', cookie: `x-${PLAIN}=t`, seen: `x-${PLAIN}=t` },
])('a sent cookie is read: $name', async ({ cookie, seen }) => {
  expect((await answered({ ...(cookie !== undefined && { cookie }) })).seen).toBe(seen);
});
