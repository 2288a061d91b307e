import { type Access, createAccount, issueKey, openAccess } from '@loadcast/accounts';
import { CONTRACT_AREAS } from '@loadcast/core';
import { memoryQuotaCounters } from '@loadcast/core/memory';
import { memoryControlStore } from '@loadcast/core/testing';
import { json, type Surface } from '@loadcast/formats';
import type { HttpRequest } from '@loadcast/formats/node';
import { plainKeyRoute } from '@loadcast/formats/testing';
import { beforeEach, expect, test } from 'vitest';
import { COOKIE_NAME, startSession } from '../../../../../packages/accounts/src/access/sessions/session-cookie.js';
import { createAnswer } from '../answer.js';

const NOW = Date.UTC(2026, 10, 21, 8, 30);
const BASE = 'https://loadcast.example';

const surface = (id: 'a' | 'b'): Surface => ({
  id,
  route: () =>
    plainKeyRoute('', [], ({ principal }) => ({ regions: [], etag: '"v1"', reply: () => json(200, principal) })),
  dialect: () => 'json',
});

const store = memoryControlStore();
let access: Access;
let cookie: string;
let accountId: string;
beforeEach(async () => {
  const email = `ann${Math.random()}@example.org`;
  const account = (await createAccount(store, { email, plans: { a: 'developer' } }, NOW))!;
  accountId = account.id;
  access = await openAccess({ areas: () => CONTRACT_AREAS, store, counters: memoryQuotaCounters() });
  const header = await startSession(store, accountId, { network: 'n', from: 'n', agent: 'browser' }, NOW);
  cookie = header.split(';')[0]!;
});

async function send(path: string, headers: Record<string, string>, more: Partial<HttpRequest> = {}, now = NOW) {
  const answer = createAnswer({
    areas: () => CONTRACT_AREAS,
    mounts: [
      { prefix: '/v1', surface: surface('a') },
      { prefix: '/oasis', surface: surface('b') },
    ],
    access,
    wallClock: () => now,
    addressOf: () => '192.0.2.1',
    report: () => undefined,
  });
  const request = { method: 'GET', path, query: '', headers: new Map(Object.entries(headers)), cookie, ...more };
  const rest = { authorization: undefined, remoteAddress: '192.0.2.1', receivedAt: now, requestId: 'r', baseUrl: BASE };
  const reply = await answer({ ...rest, ...request });
  return { ...reply, headers: { ...reply.own, ...reply.headers } };
}

const OWN = { 'sec-fetch-site': 'same-origin' };

test.each([
  { name: 'a page of this site', headers: OWN, status: 200 },
  { name: 'an address typed by the user', headers: { 'sec-fetch-site': 'none' }, status: 200 },
  { name: 'an old browser that names the origin', headers: { origin: BASE }, status: 200 },
  { name: 'a page of another site', headers: { 'sec-fetch-site': 'cross-site' }, status: 401 },
  { name: 'a page of a sibling site', headers: { 'sec-fetch-site': 'same-site' }, status: 401 },
  { name: 'an old browser that names another origin', headers: { origin: 'https://evil.example' }, status: 401 },
])('with the cookie of a session, $name is answered $status', async ({ headers, status }) => {
  expect((await send('/v1/x', headers as Record<string, string>)).status).toBe(status);
});

test('the caller is the account, as key console, and its requests count on its quota', async () => {
  const { body, headers } = await send('/v1/x', OWN);
  expect(JSON.parse(String(body))).toMatchObject({ accountId, keyId: 'console', plan: { id: 'developer' } });
  expect(headers['ratelimit']).toContain('"hourly";r=9999');
  expect(headers['vary']).toBe('Authorization, Accept, Accept-Encoding, Cookie');
  expect((await access.counters.usage(accountId, 'a', NOW)).keys).toEqual(new Map([['console', 1]]));
  expect(JSON.parse(String((await access.me(principal(), NOW)).body)).data.key).toMatchObject({
    id: 'console',
    label: 'console',
  });
});

const principal = () => ({ accountId, keyId: 'console', plan: {} as never });

test.each([
  { name: 'no cookie', more: { cookie: undefined } },
  { name: 'an unknown token', more: { cookie: `${COOKIE_NAME}=${'A'.repeat(43)}` } },
  { name: 'another cookie', more: { cookie: 'a=b' } },
])('$name: the contract’s 401', async ({ more }) => {
  const { status, body } = await send('/v1/x', OWN, more);
  expect([status, String(body)]).toEqual([401, expect.stringContaining('An API key is required.')]);
});

test('a session that has ended, and one of a suspended account, is none', async () => {
  expect((await send('/v1/x', OWN, {}, NOW + 25 * 3_600_000)).status).toBe(401);
  expect((await send('/v1/x', OWN)).status).toBe(200);
  await store.setSuspended(accountId, NOW);
  expect((await send('/v1/x', OWN)).status).toBe(401);
});

test('a surface without a plan is refused by name', async () => {
  await store.setPlans(accountId, { a: 'developer', b: null, c: null }, {});
  const { status, body } = await send('/oasis', OWN);
  expect([status, String(body)]).toEqual([401, expect.stringContaining('no plan for the OASIS API')]);
});

test('an Authorization header alone decides, also from another site', async () => {
  const { key } = await issueKey(store, (await store.account(accountId))!, {}, NOW);
  const other = { 'sec-fetch-site': 'cross-site' };
  expect((await send('/v1/x', other, { authorization: `Bearer ${key}` })).status).toBe(200);
  expect((await send('/v1/x', OWN, { authorization: 'Bearer nothing' })).status).toBe(401);
});
