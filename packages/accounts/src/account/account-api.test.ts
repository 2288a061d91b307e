import { DAY_MS, HOUR_MS } from '@loadcast/core';
import { beforeEach, describe, expect, test } from 'vitest';
import { createAccount } from '../access/create-account.js';
import { COOKIE_NAME } from '../access/sessions/session-cookie.js';
import {
  type AccountServer,
  cookieOf,
  openAccountServer,
  TEST_PASSWORD as PASSWORD,
} from './testing/account-server.js';

let server: AccountServer;
beforeEach(async () => {
  server = await openAccountServer();
});

const ask: AccountServer['ask'] = (method, path, asked) => server.ask(method, path, asked);
const signedIn = (email?: string) => server.signedIn(email);

describe('sign-up and sign-in', () => {
  test('a sign-up gets Free and Trial, no surface C, and can sign in', async () => {
    const body = { email: ' Ann@Example.org ', password: PASSWORD };
    expect((await ask('POST', '/sign-up', { body })).status).toBe(202);
    const { headers, data } = await ask('POST', '/sign-in', { body: { ...body, email: 'ann@example.org' } });
    expect(data).toMatchObject({ email: 'ann@example.org', plans: { a: { id: 'free' }, b: { id: 'trial' }, c: null } });
    expect((await ask('GET', '', { cookie: cookieOf(headers) })).data).toEqual(data);
  });

  test('a taken e-mail is answered as a free one is, and its account stays as it was', async () => {
    await signedIn();
    const taken = await ask('POST', '/sign-up', { body: { email: 'ann@example.org', password: 'another password' } });
    const free = await ask('POST', '/sign-up', { body: { email: 'bob@example.org', password: 'another password' } });
    expect([taken.status, taken.text]).toEqual([free.status, free.text]);
    const again = { email: 'ann@example.org', password: 'another password' };
    expect((await ask('POST', '/sign-in', { body: again })).status).toBe(401);
  });

  // docs/faults.md: fault 93
  test('a wrong password, an unknown e-mail and an account without a password read the same', async () => {
    await signedIn();
    await createAccount(server.store, { email: 'cli@example.org' }, server.now);
    const attempts = ['ann@example.org', 'nobody@example.org', 'cli@example.org', 'not an address'].map((email) =>
      ask('POST', '/sign-in', { body: { email, password: 'wrong password' } }),
    );
    const answers = (await Promise.all(attempts)).map(({ status, error }) => [status, error.code, error.message]);
    expect(new Set(answers.map(String)).size).toBe(1);
    expect(answers[0]).toEqual([
      401,
      'unauthorized',
      expect.stringContaining('The e-mail, the password or the code is wrong.'),
    ]);
  });

  // docs/faults.md: fault 93
  test('after five failures each next one waits longer, the right password too, and nobody else', async () => {
    await signedIn();
    const attempt = (password: string) => ask('POST', '/sign-in', { body: { email: 'ann@example.org', password } });
    for (let i = 0; i < 5; i += 1) expect((await attempt('wrong password')).status).toBe(401);
    expect((await attempt(PASSWORD)).error).toMatchObject({
      code: 'rate_limited',
      details: { retry_after_seconds: 1 },
    });
    server.now += 1_000;
    expect((await attempt('wrong password')).status).toBe(401);
    expect((await attempt(PASSWORD)).error.details.retry_after_seconds).toBe(2);
    server.address = '198.51.100.7';
    expect((await attempt(PASSWORD)).status).toBe(200);
    server.address = '192.0.2.1';
    server.now += 2_000;
    expect((await attempt(PASSWORD)).status).toBe(200);
  });

  // docs/faults.md: fault 94
  test('one address signs up five times an hour', async () => {
    const signUp = (n: number) => ask('POST', '/sign-up', { body: { email: `u${n}@example.org`, password: PASSWORD } });
    for (let n = 0; n < 5; n += 1) expect((await signUp(n)).status).toBe(202);
    const refused = await signUp(6);
    expect([refused.status, refused.error.details.plan, refused.headers.get('retry-after')]).toEqual([
      429,
      'anonymous',
      '1800',
    ]);
    server.address = '198.51.100.7';
    expect((await signUp(7)).status).toBe(202);
  });

  test.each([
    { name: 'a short password', body: { email: 'a@example.org', password: 'short' }, parameter: 'password' },
    { name: 'no address', body: { email: 'a@b', password: PASSWORD }, parameter: 'email' },
    { name: 'no password', body: { email: 'a@example.org' }, parameter: 'password', code: 'missing_parameter' },
    { name: 'no JSON', body: '{', parameter: 'body' },
    { name: 'an array', body: [], parameter: 'body' },
  ])('$name is refused with its name and never its value', async ({ body, parameter, code = 'invalid_parameter' }) => {
    const { status, error, text } = await ask('POST', '/sign-up', { body });
    expect([status, error.code, error.details.parameter]).toEqual([400, code, parameter]);
    expect(text).not.toContain('short');
  });

  test('a body of 5 KB is refused as too large, with what is allowed', async () => {
    const body = { email: 'x'.repeat(5_000), password: PASSWORD };
    const { status, error } = await ask('POST', '/sign-up', { body });
    expect([status, error.code, error.details]).toEqual([413, 'payload_too_large', { expected: 'at most 4096 bytes' }]);
  });
});

// docs/faults.md: fault 97
describe('sessions', () => {
  test('the cookie is of this host, over TLS, unseen by scripts and other sites', async () => {
    await signedIn();
    const { headers } = await ask('POST', '/sign-in', { body: { email: 'ann@example.org', password: PASSWORD } });
    const cookie = headers.get('set-cookie') ?? '';
    expect(cookie.startsWith(`${COOKIE_NAME}=`)).toBe(true);
    expect(cookie.split('; ').slice(1)).toEqual(['Path=/', 'Secure', 'HttpOnly', 'SameSite=Strict', 'Max-Age=7776000']);
    expect(COOKIE_NAME.startsWith('__Host-')).toBe(true);
  });

  test('signing in gives a new session and ends the one before', async () => {
    const first = await signedIn();
    const body = { email: 'ann@example.org', password: PASSWORD };
    const { headers } = await ask('POST', '/sign-in', { body, cookie: first });
    expect(cookieOf(headers)).not.toBe(first);
    expect((await ask('GET', '', { cookie: first })).status).toBe(401);
  });

  test('a session chosen by somebody else is never taken on', async () => {
    const chosen = `${COOKIE_NAME}=${'A'.repeat(43)}`;
    await signedIn();
    const body = { email: 'ann@example.org', password: PASSWORD };
    const { headers } = await ask('POST', '/sign-in', { body, cookie: chosen });
    expect(cookieOf(headers)).not.toBe(chosen);
    expect((await ask('GET', '', { cookie: chosen })).status).toBe(401);
  });

  test('signing out ends it on the server, and a day ends it anyway', async () => {
    const left = await signedIn();
    expect((await ask('POST', '/sign-out', { cookie: left })).headers.get('set-cookie')).toContain('Max-Age=0');
    expect((await ask('GET', '', { cookie: left })).status).toBe(401);
    const { headers } = await ask('POST', '/sign-in', { body: { email: 'ann@example.org', password: PASSWORD } });
    server.now += DAY_MS;
    expect((await ask('GET', '', { cookie: cookieOf(headers) })).status).toBe(401);
  });

  test('a new password ends every other session', async () => {
    const other = await signedIn();
    const { headers } = await ask('POST', '/sign-in', { body: { email: 'ann@example.org', password: PASSWORD } });
    const cookie = cookieOf(headers);
    const wrong = { current: 'not it at all', password: 'a new password' };
    expect((await ask('POST', '/password', { cookie, body: wrong })).status).toBe(401);
    const changed = await ask('POST', '/password', { cookie, body: { ...wrong, current: PASSWORD } });
    expect(changed.status).toBe(200);
    expect((await ask('GET', '', { cookie: other })).status).toBe(401);
    expect((await ask('GET', '', { cookie })).status).toBe(401);
    expect((await ask('GET', '', { cookie: cookieOf(changed.headers) })).status).toBe(200);
  });

  test.each([
    { name: 'another site', headers: { 'sec-fetch-site': 'cross-site' }, status: 401 },
    { name: 'a sibling host', headers: { 'sec-fetch-site': 'same-site' }, status: 401 },
    { name: 'another origin', headers: { origin: 'https://evil.example' }, status: 401 },
    { name: 'no origin at all (sandboxed frame)', headers: { origin: 'null' }, status: 401 },
    { name: 'this site', headers: { 'sec-fetch-site': 'same-origin' }, status: 201 },
    { name: 'a program', headers: {}, status: 201 },
  ])('a change asked for by $name: $status', async ({ headers, status }) => {
    const cookie = await signedIn();
    expect((await ask('POST', '/keys', { cookie, body: {}, headers })).status).toBe(status);
  });

  test('a form of another site cannot send what is read', async () => {
    const cookie = await signedIn();
    const headers = { 'content-type': 'text/plain' };
    expect((await ask('POST', '/keys', { cookie, body: '{}', headers })).status).toBe(400);
  });

  test('other sites may not read answers, and nothing is cached', async () => {
    const { headers } = await ask('GET', '', { cookie: await signedIn() });
    expect(headers.get('access-control-allow-origin')).toBe(server.url);
    expect(headers.get('cache-control')).toBe('no-store');
  });
});

describe('keys', () => {
  test('a key is shown once, works at once, and stops working the moment it is revoked', async () => {
    const cookie = await signedIn();
    const created = await ask('POST', '/keys', { cookie, body: { label: ' laptop ' } });
    expect(created.data).toMatchObject({ label: 'laptop', state: 'active', last4: created.data.key.slice(-4) });
    const bearer = `Bearer ${created.data.key}`;
    expect((await server.access.authenticate(bearer, 'a', server.now)).plan.id).toBe('free');
    const listed = await ask('GET', '/keys', { cookie });
    expect(listed.text).not.toContain(created.data.key);
    expect((await ask('DELETE', `/keys/${created.data.id}`, { cookie })).data.state).toBe('revoked');
    await expect(async () => server.access.authenticate(bearer, 'a', server.now)).rejects.toMatchObject({
      code: 'invalid_key',
    });
  });

  test('a third key of a Free account is refused, and a rotated one makes no third', async () => {
    const cookie = await signedIn();
    const first = await ask('POST', '/keys', { cookie, body: {} });
    await ask('POST', '/keys', { cookie, body: {} });
    const third = await ask('POST', '/keys', { cookie, body: {} });
    expect([third.status, third.error.code, third.error.details]).toEqual([
      403,
      'plan_limit',
      { plan: 'Free', required_plan: 'Developer' },
    ]);
    const rotated = await ask('POST', `/keys/${first.data.id}/rotate`, { cookie, body: { overlap_seconds: 3_600 } });
    expect(rotated.status).toBe(201);
    const at = (instant: number) => async () => server.access.authenticate(`Bearer ${first.data.key}`, 'a', instant);
    await expect(at(server.now + HOUR_MS - 1)()).resolves.toMatchObject({ keyId: first.data.id });
    await expect(at(server.now + HOUR_MS)).rejects.toMatchObject({ code: 'invalid_key' });
    await expect(
      server.access.authenticate(`Bearer ${rotated.data.key}`, 'a', server.now + HOUR_MS),
    ).resolves.toBeDefined();
  });

  test.each([
    { body: { expires_at: '2026-11-21T08:00:00Z' }, parameter: 'expires_at' },
    { body: { expires_at: 'tomorrow' }, parameter: 'expires_at' },
    { body: { label: 'x'.repeat(81) }, parameter: 'label' },
    { body: { label: 7 }, parameter: 'label' },
  ])('a key with $body is refused', async ({ body, parameter }) => {
    const { status, error } = await ask('POST', '/keys', { cookie: await signedIn(), body });
    expect([status, error.details.parameter]).toEqual([400, parameter]);
  });

  // docs/faults.md: fault 96
  test('every route of one account answers 404 or 401 to everybody else', async () => {
    const ann = await signedIn('ann@example.org');
    const bob = await signedIn('bob@example.org');
    const { data: key } = await ask('POST', '/keys', { cookie: ann, body: {} });
    expect((await ask('DELETE', `/keys/${key.id}`, { cookie: bob })).status).toBe(404);
    expect((await ask('POST', `/keys/${key.id}/rotate`, { cookie: bob, body: {} })).status).toBe(404);
    expect((await ask('GET', '/keys', { cookie: bob })).data).toEqual([]);
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/keys'],
      ['GET', '/usage'],
      ['POST', '/keys'],
      ['DELETE', `/keys/${key.id}`],
    ] as const) {
      const { status } = await ask(method, path, method === 'POST' ? { body: {} } : {});
      expect([path, status]).toEqual([path, 401]);
    }
    expect((await ask('GET', '/keys', { cookie: ann })).data[0].state).toBe('active');
  });

  test('deleting the account kills its keys at once', async () => {
    const cookie = await signedIn();
    const { data } = await ask('POST', '/keys', { cookie, body: {} });
    await server.access.authenticate(`Bearer ${data.key}`, 'a', server.now);
    expect((await ask('POST', '/delete', { cookie, body: { password: PASSWORD } })).status).toBe(200);
    await expect(async () => server.access.authenticate(`Bearer ${data.key}`, 'a', server.now)).rejects.toMatchObject({
      code: 'invalid_key',
    });
  });
});

test('usage is what was charged, by surface, region and key', async () => {
  const cookie = await signedIn();
  const { data } = await ask('POST', '/keys', { cookie, body: {} });
  const principal = await server.access.authenticate(`Bearer ${data.key}`, 'a', server.now);
  await server.access.admit(principal, ['pjm'], server.now);
  await server.access.admit(principal, [], server.now);
  const usage = await ask('GET', '/usage', { cookie });
  expect(usage.data.surfaces[0]).toEqual({
    surface: 'a',
    plan: 'Free',
    hour: { limit: 100, used: 2, remaining: 98, resets_at: '2026-11-21T09:00:00Z' },
    day: { limit: 1_000, used: 2, remaining: 998, resets_at: '2026-11-22T00:00:00Z' },
    regions: [{ region: 'PJM', limit: 50, used: 1, remaining: 49, resets_at: '2026-11-22T00:00:00Z' }],
    keys: [{ key_id: data.id, used: 2 }],
  });
  expect(usage.data.surfaces.map(({ surface }: { surface: string }) => surface)).toEqual(['a', 'b']);
});

test('an unknown path is 404, an unknown method 405, and there is no operator function', async () => {
  expect((await ask('GET', '/nothing')).status).toBe(404);
  expect((await ask('POST', '/accounts', { body: {} })).status).toBe(404);
  expect((await ask('POST', '/set-plan', { body: {} })).status).toBe(404);
  const put = await ask('PUT', '/keys', { body: {} });
  expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
});

test.each([
  { method: 'GET', path: '/plans?page=2', body: undefined, ignored: 'page', warning: null },
  {
    method: 'POST',
    path: '/sign-up',
    body: { email: 'new@example.org', password: PASSWORD, labell: 'x', pasword: 'y' },
    ignored: 'labell, pasword',
    warning: '299 - "pasword: did you mean password?"',
  },
  {
    method: 'POST',
    path: '/sign-in?next=1',
    body: { emial: 'a' },
    ignored: 'next, emial',
    warning: '299 - "emial: did you mean email?"',
  },
  { method: 'GET', path: '/plans', body: undefined, ignored: null, warning: null },
])('$method $path names what is not read of it: $ignored', async ({ method, path, body, ignored, warning }) => {
  const { headers } = await ask(method, path, body ? { body } : {});
  expect([headers.get('x-ignored-parameters'), headers.get('warning')]).toEqual([ignored, warning]);
});
