import { beforeEach, expect, test } from 'vitest';
import { type AccountServer, openAccountServer, TEST_PASSWORD } from './testing/account-server.js';

let server: AccountServer;
beforeEach(async () => {
  server = await openAccountServer();
});

const EMAIL = 'ann@example.org';
const credentials = { email: EMAIL, password: TEST_PASSWORD };

test('every call that changes an account is an event with who, from where, what, outcome and key', async () => {
  const { ask, store, logged } = server;
  await ask('POST', '/sign-up', { body: credentials });
  const account = (await store.accountByEmail(EMAIL))!;
  server.address = '198.51.100.7';
  await ask('POST', '/sign-in', { body: { email: EMAIL, password: 'wrong password' } });
  const { headers } = await ask('POST', '/sign-in', { body: credentials });
  const cookie = headers.get('set-cookie')!.split(';')[0]!;
  const { data: key } = await ask('POST', '/keys', { cookie, body: { label: 'a label' } });
  const { data: next } = await ask('POST', `/keys/${key.id}/rotate`, { cookie, body: {} });
  await ask('DELETE', `/keys/${next.id}`, { cookie });
  await ask('DELETE', '/keys/key_of_nobody', { cookie });
  const { headers: after } = await ask('POST', '/password', {
    cookie,
    body: { current: TEST_PASSWORD, password: 'another plain passphrase' },
  });
  const fresh = after.get('set-cookie')!.split(';')[0]!;
  const own = await ask('GET', '/events', { cookie: fresh });
  await ask('POST', '/sign-out', { cookie: fresh });

  const from = '198.51.100.7';
  const expected = [
    ['sign-up', 'done', '192.0.2.1', null, ''],
    ['sign-in', 'refused', from, null, 'unauthorized'],
    ['sign-in', 'done', from, null, ''],
    ['key-made', 'done', from, key.id, ''],
    ['key-rotated', 'done', from, key.id, `successor ${next.id}`],
    ['key-revoked', 'done', from, next.id, ''],
    ['key-revoked', 'refused', from, 'key_of_nobody', 'not_found'],
    ['password-set', 'done', from, null, ''],
    ['sign-out', 'done', from, null, ''],
  ];
  expect(logged.map((event) => [event.kind, event.outcome, event.from, event.keyId, event.detail])).toEqual(expected);
  expect(logged.every(({ accountId, via }) => accountId === account.id && via === 'http')).toBe(true);
  expect((await store.events({ accountId: account.id, limit: 99 })).toReversed()).toEqual(logged);
  expect(own.data.map(({ event }: { event: string }) => event)).toEqual(
    expected
      .slice(0, -1)
      .map(([kind]) => kind)
      .toReversed(),
  );
  expect(own.data.at(-1)).toEqual({
    id: logged[0]!.id,
    at: '2026-11-21T08:30:00Z',
    event: 'sign-up',
    outcome: 'done',
    account_id: account.id,
    via: 'http',
    from: '192.0.2.1',
    key_id: null,
    detail: '',
  });
});

test('an account reads its own events alone, and nobody reads any without a session', async () => {
  const { ask } = server;
  const ann = await server.signedIn(EMAIL);
  const bob = await server.signedIn('bob@example.org');
  await ask('POST', '/keys', { cookie: ann, body: {} });
  const seen = await ask('GET', '/events', { cookie: bob });
  expect(seen.data.map(({ event }: { event: string }) => event)).toEqual(['sign-in']);
  expect((await ask('GET', '/events')).status).toBe(401);
});

test('an attempt on an unknown e-mail is recorded without the text that was sent', async () => {
  await server.ask('POST', '/sign-in', { body: { email: 'my-password-by-mistake@example.org', password: 'x' } });
  expect(server.logged).toMatchObject([{ kind: 'sign-in', outcome: 'refused', accountId: null }]);
  expect(JSON.stringify(server.logged)).not.toContain('mistake');
});

test('a second sign-up with a taken e-mail is an event of the account that has it', async () => {
  await server.signedIn(EMAIL);
  await server.ask('POST', '/sign-up', { body: { email: EMAIL, password: 'somebody else here' } });
  expect(server.logged.at(-1)).toMatchObject({ kind: 'sign-up', outcome: 'refused', accountId: expect.any(String) });
});

test('a sign-out of nobody is no event', async () => {
  await server.ask('POST', '/sign-out');
  expect(server.logged).toEqual([]);
});
