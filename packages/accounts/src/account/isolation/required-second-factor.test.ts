import { beforeEach, expect, test } from 'vitest';
import { totpCode } from '../../access/passwords/totp.js';
import { sessionCaller } from '../../access/sessions/session-caller.js';
import { ACCOUNT_ENDPOINTS } from '../account-endpoints.js';
import { type AccountServer, cookieOf, openAccountServer, TEST_PASSWORD } from '../testing/account-server.js';

let server: AccountServer;
let cookie: string;
beforeEach(async () => {
  server = await openAccountServer({ requiresSecondFactor: true });
  cookie = await server.signedIn();
});

const ask = (method: string, path: string, body?: object) =>
  server.ask(method, path, body === undefined ? { cookie } : { cookie, body });

/** Requests allowed without a second factor: see the account, set one up, leave. */
const ALLOWED = ['', '/second-factor', '/second-factor/confirm'];
const PUBLIC = /^\/(sign-|confirm|reset|plans)/;

async function setUp(): Promise<void> {
  const { data } = await ask('POST', '/second-factor', { password: TEST_PASSWORD });
  const code = totpCode(data.secret, Math.floor(server.now / 30_000));
  cookie = cookieOf((await ask('POST', '/second-factor/confirm', { code })).headers);
}

test('without a second factor every call is refused but those that set one up', async () => {
  const answers = ACCOUNT_ENDPOINTS.filter(({ path }) => !PUBLIC.test(path)).map(async ({ method = 'GET', path }) => {
    const { error } = await ask(method, path.replace('{id}', 'x'), method === 'POST' ? {} : undefined);
    return [path, error?.code === 'second_factor_required'];
  });
  for (const [path, isRefused] of await Promise.all(answers)) {
    expect([path, isRefused]).toEqual([path, !ALLOWED.includes(String(path))]);
  }
  expect((await ask('POST', '/keys', {})).status).toBe(403);
});

test('with one everything is open, and signing in asks for its code', async () => {
  await setUp();
  expect((await ask('POST', '/keys', {})).status).toBe(201);
  const body = { email: 'ann@example.org', password: TEST_PASSWORD };
  expect((await server.ask('POST', '/sign-in', { body })).status).toBe(401);
});

test('a browser session without one reads no surface, and a second factor opens them', async () => {
  const read = () => {
    const headers = new Map([['sec-fetch-site', 'same-origin']]);
    const request = { authorization: undefined, cookie, headers, baseUrl: server.url };
    return sessionCaller(server.store, request, 'a', server.now, true);
  };
  await expect(read()).rejects.toMatchObject({ code: 'second_factor_required' });
  await setUp();
  expect(await read()).toMatchObject({ keyId: 'console' });
});
