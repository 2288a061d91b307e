import { beforeEach, expect, test } from 'vitest';
import { totpCode } from '../access/passwords/totp.js';
import { type AccountServer, cookieOf, openAccountServer, TEST_PASSWORD } from './testing/account-server.js';

const ANN = { email: 'ann@example.org', password: TEST_PASSWORD };
const HALF_MINUTE = 30_000;

let server: AccountServer;
let secret: string;
let recoveryCodes: readonly string[];
let cookie: string;

/** The code that the app shows now. */
const code = () => totpCode(secret, Math.floor(server.now / HALF_MINUTE));
const signIn = async (more: object = {}) => server.ask('POST', '/sign-in', { body: { ...ANN, ...more } });
const later = () => {
  server.now += 60_000;
};

beforeEach(async () => {
  server = await openAccountServer();
  const first = await server.signedIn(ANN.email);
  const other = cookieOf((await signIn()).headers);
  const offered = await server.ask('POST', '/second-factor', { cookie: first, body: { password: TEST_PASSWORD } });
  secret = offered.data.secret;
  expect(offered.data.uri).toContain(secret);
  expect((await signIn()).status).toBe(200);
  const wrong = await server.ask('POST', '/second-factor/confirm', { cookie: first, body: { code: '000000' } });
  expect(wrong.status).toBe(401);
  const confirmed = await server.ask('POST', '/second-factor/confirm', { cookie: first, body: { code: code() } });
  recoveryCodes = confirmed.data.recovery_codes;
  cookie = cookieOf(confirmed.headers);
  expect((await server.ask('GET', '', { cookie: other })).status).toBe(401);
  later();
});

test('signing in takes the password and a code; without either the refusal is that of a wrong password', async () => {
  const password = 'a wrong password';
  const wrong = [{ password }, {}, { code: '000000' }, { code: code(), password }];
  const refusals = [];
  for (const more of wrong) refusals.push(await signIn(more));
  expect(new Set(refusals.map(({ status, error }) => `${status} ${error.message}`)).size).toBe(1);
  expect([refusals[0]!.status, refusals[0]!.error.message]).toEqual([401, expect.stringContaining('authenticator')]);
  expect((await signIn({ code: code() })).status).toBe(200);
  expect(server.logged.at(-1)).toMatchObject({ kind: 'sign-in', outcome: 'done', detail: 'with a code' });
});

test('a code works once, also the one that confirmed', async () => {
  const used = code();
  expect((await signIn({ code: used })).status).toBe(200);
  expect((await signIn({ code: used })).status).toBe(401);
  later();
  expect((await signIn({ code: code() })).status).toBe(200);
});

test('each of ten recovery codes works once', async () => {
  expect(recoveryCodes).toHaveLength(10);
  expect((await signIn({ code: recoveryCodes[3] })).status).toBe(200);
  expect((await signIn({ code: recoveryCodes[3] })).status).toBe(401);
  const shown = await server.ask('GET', '/second-factor', { cookie });
  expect(shown.data).toEqual({ enabled: true, recovery_codes_left: 9 });
  expect(shown.text).not.toContain(secret);
});

test('a missing code counts as a failure like a wrong password, until a right code', async () => {
  for (let n = 0; n < 5; n += 1) expect((await signIn()).status).toBe(401);
  expect((await signIn({ code: code() })).status).toBe(429);
  server.now += 30_000;
  expect((await signIn({ code: code() })).status).toBe(200);
  expect((await signIn()).status).toBe(401);
});

test('guesses of codes are slowed like guesses of passwords', async () => {
  for (let n = 0; n < 5; n += 1) expect((await signIn({ code: `00000${n}` })).status).toBe(401);
  expect((await signIn({ code: code() })).status).toBe(429);
});

test('a new password leaves it as it is, and it is removed with the password and a code', async () => {
  const password = 'an entirely new passphrase';
  const changed = await server.ask('POST', '/password', { cookie, body: { current: TEST_PASSWORD, password } });
  const own = cookieOf(changed.headers);
  expect((await signIn({ password })).status).toBe(401);
  const remove = (body: object) => server.ask('POST', '/second-factor/remove', { cookie: own, body });
  expect((await remove({ password, code: '000000' })).status).toBe(401);
  expect((await remove({ password: 'a wrong password', code: code() })).status).toBe(401);
  expect((await remove({ password, code: code() })).status).toBe(200);
  expect((await signIn({ password })).status).toBe(200);
});

test('a confirmed one is replaced by none that is merely offered', async () => {
  const again = await server.ask('POST', '/second-factor', { cookie, body: { password: TEST_PASSWORD } });
  expect(again.status).toBe(401);
  expect((await signIn({ code: code() })).status).toBe(200);
});

test('there is none without the password', async () => {
  const asked = await server.ask('POST', '/second-factor', { cookie, body: { password: 'a wrong password' } });
  expect(asked.status).toBe(401);
  expect((await server.ask('POST', '/second-factor', { body: { password: TEST_PASSWORD } })).status).toBe(401);
});
