import { expect, onTestFinished, test } from 'vitest';
import { createAccount } from '../access/create-account.js';
import { openMailer } from '../mail/mailer.js';
import { openSmtpServer } from '../mail/testing/smtp-server.js';
import { makeLink } from './links.js';
import { type AccountServer, cookieOf, openAccountServer, TEST_PASSWORD } from './testing/account-server.js';

const ANN = { email: 'ann@example.org', password: TEST_PASSWORD };
const MINUTE = 60_000;

async function withMail() {
  const smtp = await openSmtpServer();
  const mailer = await openMailer({ url: smtp.url, from: 'loadcast@example.org', failed: () => {}, retryMs: [] });
  onTestFinished(() => mailer.close());
  const server = await openAccountServer({ mailer });
  /** The token in the newest mail. */
  const mailed = async () => {
    await mailer.idle();
    const text = smtp.mails.at(-1)?.text.replace(/=\n/g, '').replace(/=3D/g, '=') ?? '';
    return /token=([\w-]{43})/.exec(text)?.[1] ?? '';
  };
  return { ...server, server, smtp, mailer, mailed };
}

const withLink = (server: AccountServer, what: 'confirm' | 'reset', token: string, password: string) =>
  server.ask('POST', `/${what}-with-link`, { body: { token, password } });

test('with mail an account is made by the mailed link and the password of the sign-up, once', async () => {
  const { ask, server, mailed, store } = await withMail();
  expect((await ask('POST', '/sign-up', { body: ANN })).status).toBe(202);
  expect((await ask('POST', '/sign-in', { body: ANN })).status).toBe(401);
  const token = await mailed();
  expect((await withLink(server, 'confirm', token, 'somebody else’s guess')).status).toBe(401);
  expect(await store.accounts()).toEqual([]);
  const confirmed = await withLink(server, 'confirm', token, TEST_PASSWORD);
  expect([confirmed.status, confirmed.data.email]).toEqual([201, ANN.email]);
  expect((await ask('GET', '', { cookie: cookieOf(confirmed.headers) })).status).toBe(200);
  expect((await withLink(server, 'confirm', token, TEST_PASSWORD)).status).toBe(401);
  expect((await ask('POST', '/sign-in', { body: ANN })).status).toBe(200);
});

test('with mail a taken address and a free one are answered alike, then and at the sign-in after it', async () => {
  const { ask, server, mailed, smtp } = await withMail();
  await server.signedIn(ANN.email);
  const other = { email: 'bob@example.org', password: 'the same passphrase' };
  const taken = await ask('POST', '/sign-up', { body: { ...other, email: ANN.email } });
  const notice = await mailed();
  const free = await ask('POST', '/sign-up', { body: other });
  expect([taken.status, taken.text]).toEqual([free.status, free.text]);
  const answers = [];
  for (const email of [ANN.email, other.email])
    answers.push(await ask('POST', '/sign-in', { body: { ...other, email } }));
  expect(answers[0]!.error.message).toEqual(answers[1]!.error.message);
  expect([notice, smtp.mails[0]!.to]).toEqual(['', ANN.email]);
});

test('a stranger who signs up with an address leaves its pending link alone, and the first that is confirmed ends the others', async () => {
  const { ask, server, mailed } = await withMail();
  const other = 'a passphrase of a stranger';
  await ask('POST', '/sign-up', { body: ANN });
  const own = await mailed();
  server.address = '198.51.100.9';
  await ask('POST', '/sign-up', { body: { ...ANN, password: other } });
  const strangers = await mailed();
  expect((await withLink(server, 'confirm', own, TEST_PASSWORD)).status).toBe(201);
  expect((await withLink(server, 'confirm', strangers, other)).status).toBe(401);
  expect((await ask('POST', '/sign-in', { body: ANN })).status).toBe(200);
});

test('five wrong passwords for a link make the next attempt wait', async () => {
  const { ask, server, mailed } = await withMail();
  await ask('POST', '/sign-up', { body: ANN });
  const token = await mailed();
  for (let n = 0; n < 5; n += 1) expect((await withLink(server, 'confirm', token, `wrong ${n}`)).status).toBe(401);
  expect((await withLink(server, 'confirm', token, TEST_PASSWORD)).status).toBe(429);
});

test('a mailed link sets a new password once, within half an hour, and ends every session', async () => {
  const { ask, server, mailed } = await withMail();
  const cookie = await server.signedIn(ANN.email);
  const password = 'an entirely new passphrase';
  await ask('POST', '/reset', { body: { email: ANN.email } });
  const late = await mailed();
  server.now += 30 * MINUTE;
  expect((await withLink(server, 'reset', late, password)).status).toBe(401);
  await ask('POST', '/reset', { body: { email: ANN.email } });
  const token = await mailed();
  expect((await withLink(server, 'reset', token, 'short')).error.details.parameter).toBe('password');
  expect((await withLink(server, 'reset', token, password)).status).toBe(200);
  expect((await withLink(server, 'reset', token, 'yet another passphrase')).status).toBe(401);
  expect((await ask('GET', '', { cookie })).status).toBe(401);
  expect((await ask('POST', '/sign-in', { body: ANN })).status).toBe(401);
  expect((await ask('POST', '/sign-in', { body: { ...ANN, password } })).status).toBe(200);
});

test('a reset of an unknown address is answered like one of a known, and mails nothing', async () => {
  const { ask, server, smtp, mailer } = await withMail();
  await server.signedIn(ANN.email);
  const [known, unknown] = await Promise.all(
    [ANN.email, 'nobody@example.org'].map((email) => ask('POST', '/reset', { body: { email } })),
  );
  expect([known!.status, known!.text]).toEqual([202, unknown!.text]);
  await mailer.idle();
  expect(smtp.mails.map(({ to }) => to)).toEqual([ANN.email]);
});

test('a new password is mailed about', async () => {
  const { ask, server, smtp, mailer } = await withMail();
  const cookie = await server.signedIn(ANN.email);
  await ask('POST', '/password', { cookie, body: { current: TEST_PASSWORD, password: 'a wholly new passphrase' } });
  await mailer.idle();
  expect(smtp.mails.at(-1)).toMatchObject({ to: ANN.email, text: expect.stringContaining('was changed') });
});

test('the page of a link is a form without scripts that works, and reading it changes nothing', async () => {
  const { ask, url, server, mailed } = await withMail();
  await server.signedIn(ANN.email);
  await ask('POST', '/reset', { body: { email: ANN.email } });
  const token = await mailed();
  const page = await ask('GET', `/reset?token=${token}"><script>`);
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self'");
  expect(page.text).not.toContain('<script');
  const action = /action="([^"]+)"/.exec((await ask('GET', `/reset?token=${token}`)).text)![1];
  const post = (password: string) =>
    fetch(url + action, { method: 'POST', body: new URLSearchParams({ token, password }) });
  const refused = await post('short');
  expect([refused.status, refused.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
  expect(await (await post('a passphrase from a form')).text()).toContain('The password was set');
  expect((await ask('POST', '/sign-in', { body: { ...ANN, password: 'a passphrase from a form' } })).status).toBe(200);
});

test('a form of another site is refused', async () => {
  const { url } = await withMail();
  const body = new URLSearchParams({ token: 'x', password: 'y' });
  const headers = { origin: 'https://evil.example' };
  expect((await fetch(`${url}/account/reset-with-link`, { method: 'POST', body, headers })).status).toBe(401);
  const { status } = await fetch(`${url}/account/sign-in`, { method: 'POST', body });
  expect(status).toBe(400);
});

test('without mail a sign-up says so, and a reset names the operator', async () => {
  const { ask } = await openAccountServer();
  expect((await ask('POST', '/sign-up', { body: ANN })).data.message).toContain('no mail is sent');
  const reset = await ask('POST', '/reset', { body: { email: ANN.email } });
  expect([reset.status, reset.error.message]).toEqual([404, expect.stringContaining('operator')]);
});

test('SIGN_UP=closed lets nobody sign up', async () => {
  const { ask, store } = await openAccountServer({ signUps: 'closed' });
  expect((await ask('POST', '/sign-up', { body: ANN })).status).toBe(404);
  expect(await store.accounts()).toEqual([]);
});

test('SIGN_UP=invite takes an invitation once, for its address, and whoever has none is not let in', async () => {
  const server = await openAccountServer({ signUps: 'invite' });
  const signUp = async (email: string, invitation?: string) => {
    server.address = `192.0.2.${Math.floor(Math.random() * 250)}`;
    const body = { ...ANN, email, ...(invitation === undefined ? {} : { invitation }) };
    const { status, error } = await server.ask('POST', '/sign-up', { body });
    return [status, error?.details?.parameter];
  };
  const forBob = await makeLink(server.store, { purpose: 'invite', email: 'bob@example.org' }, server.now);
  const forAnybody = await makeLink(server.store, { purpose: 'invite' }, server.now);
  const late = await makeLink(server.store, { purpose: 'invite' }, server.now - 8 * 24 * 60 * MINUTE);
  expect(await signUp('ann@example.org')).toEqual([400, 'invitation']);
  expect(await signUp('ann@example.org', 'made up')).toEqual([400, 'invitation']);
  expect(await signUp('ann@example.org', forBob)).toEqual([400, 'invitation']);
  expect(await signUp('ann@example.org', late)).toEqual([400, 'invitation']);
  expect(await signUp('bob@example.org', forBob)).toEqual([202, undefined]);
  expect(await signUp('bob@example.org', forBob)).toEqual([400, 'invitation']);
  expect(await signUp('cid@example.org', forAnybody)).toEqual([202, undefined]);
  expect((await server.store.accounts()).map(({ email }) => email)).toEqual(['bob@example.org', 'cid@example.org']);
});

test('a suspended account has no session, and the right password says why, a wrong one does not', async () => {
  const { ask, store, signedIn } = await openAccountServer();
  const cookie = await signedIn(ANN.email);
  await store.setSuspended((await store.accountByEmail(ANN.email))!.id, 5);
  expect((await ask('GET', '', { cookie })).status).toBe(401);
  expect((await ask('POST', '/sign-in', { body: ANN })).error.message).toContain('suspended');
  const wrong = await ask('POST', '/sign-in', { body: { ...ANN, password: 'wrong password' } });
  expect(wrong.error.message).not.toContain('suspended');
});

test('an account lists its sessions, ends one by its id, and an idle one ends by itself after two hours', async () => {
  const server = await openAccountServer();
  const { ask } = server;
  const first = await server.signedIn(ANN.email);
  server.now += MINUTE;
  server.address = '198.51.100.7';
  const headers = { 'user-agent': 'browser two' };
  const second = cookieOf((await ask('POST', '/sign-in', { body: ANN, headers })).headers);
  const { data } = await ask('GET', '/sessions', { cookie: second });
  expect(data).toMatchObject([
    { from: '198.51.100.7', agent: 'browser two', current: true, ends_at: '2026-11-21T10:31:00Z' },
    { from: '192.0.2.1', current: false, created_at: '2026-11-21T08:30:00Z' },
  ]);
  expect(JSON.stringify(data)).not.toContain(second.split('=')[1]);
  await createAccount(server.store, { email: 'bob@example.org' }, server.now);
  const bob = await server.signedIn('cid@example.org');
  expect((await ask('DELETE', `/sessions/${data[1].id}`, { cookie: bob })).status).toBe(404);
  expect((await ask('DELETE', `/sessions/${data[1].id}`, { cookie: second })).status).toBe(200);
  expect((await ask('GET', '', { cookie: first })).status).toBe(401);
  server.now += 119 * MINUTE;
  expect((await ask('GET', '', { cookie: second })).status).toBe(200);
  server.now += 119 * MINUTE;
  expect((await ask('GET', '', { cookie: second })).status).toBe(200);
  server.now += 120 * MINUTE;
  expect((await ask('GET', '', { cookie: second })).status).toBe(401);
});

test('a session ends others within 10 minutes of its sign-in, later only itself: a new sign-in ends them all', async () => {
  const server = await openAccountServer();
  const old = await server.signedIn(ANN.email);
  server.now += 9 * MINUTE;
  const owner = cookieOf((await server.ask('POST', '/sign-in', { body: ANN })).headers);
  server.now += 10 * MINUTE;
  const list = async (cookie: string): Promise<{ id: string; current: boolean }[]> =>
    (await server.ask('GET', '/sessions', { cookie })).data;
  const end = (cookie: string, id: string) => server.ask('DELETE', `/sessions/${id}`, { cookie });
  const [ownerId, oldId] = (await list(owner)).map(({ id }) => id);
  expect((await end(old, ownerId!)).error.message).toContain('sign in again');
  expect((await end(owner, oldId!)).status).toBe(401);
  const again = cookieOf((await server.ask('POST', '/sign-in', { body: ANN })).headers);
  expect((await end(again, oldId!)).status).toBe(200);
  expect((await end(owner, ownerId!)).status).toBe(200);
  expect((await list(again)).map(({ current }) => current)).toEqual([true]);
});
