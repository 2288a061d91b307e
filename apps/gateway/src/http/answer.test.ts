import { type Access, createAccount, issueKey, openAccess } from '@loadcast/accounts';
import { CONTRACT_AREAS, findPlan, ServiceError } from '@loadcast/core';
import { memoryQuotaCounters } from '@loadcast/core/memory';
import { memoryControlStore } from '@loadcast/core/testing';
import { json, type Prepared, type Surface } from '@loadcast/formats';
import type { HttpRequest } from '@loadcast/formats/node';
import { plainKeyRoute } from '@loadcast/formats/testing';
import { beforeEach, expect, test } from 'vitest';
import { createAnswer, type Gateway } from './answer.js';

const NOW = Date.UTC(2026, 6, 1, 12);

/** A surface with one path for each way in which an answer can go. */
const surface: Surface = {
  id: 'a',
  route: ({ path }) => {
    const prepare = ANSWERS.get(path);
    if (!prepare) return undefined;
    return path.startsWith('/public')
      ? { access: 'public', pattern: path, parameters: ['xml'], prepare }
      : plainKeyRoute(path, ['xml'], prepare);
  },
  dialect: ({ query }) => (query === 'xml' ? 'oasis-xml' : 'json'),
};

const answer = (reply: Prepared['reply'], more: Partial<Prepared> = {}): Prepared => ({ regions: [], reply, ...more });
const fail = (error: Error) => (): never => {
  throw error;
};

const ANSWERS = new Map<string, () => Prepared>([
  ['/good', () => answer(() => json(200, { fine: true }), { regions: ['pjm'], etag: '"v1"' })],
  ['/bad', fail(new ServiceError('invalid_parameter', 'region: no', { parameter: 'region', expected: 'PJM' }))],
  ['/wall', fail(new ServiceError('plan_limit', 'not in Free', { plan: 'Free', requiredPlan: 'Team' }))],
  [
    '/nothing',
    () => answer(fail(new ServiceError('no_data', 'none', { reason: 'not_covered' })), { regions: ['pjm'] }),
  ],
  ['/nothing-early', fail(new ServiceError('no_data', 'none', { reason: 'not_covered' }))],
  ['/broken', () => answer(fail(new Error('secret of the store')), { regions: ['pjm'] })],
  ['/free', () => answer(() => json(200, {}), { free: true })],
  ['/public/list', () => answer(() => json(200, []))],
]);

let gateway: Gateway & { readonly reported: unknown[] };
let access: Access;
let key: string;

beforeEach(async () => {
  const store = memoryControlStore();
  const account = await createAccount(store, { email: 'a@example.com', plans: { a: 'free' } }, NOW);
  key = (await issueKey(store, account!, {}, NOW)).key;
  access = await openAccess({ areas: () => CONTRACT_AREAS, store, counters: memoryQuotaCounters() });
  const reported: unknown[] = [];
  gateway = {
    areas: () => CONTRACT_AREAS,
    mounts: [{ prefix: '/v1', surface }],
    access,
    wallClock: () => NOW,
    addressOf: () => '192.0.2.1',
    report: (thrown) => reported.push(thrown),
    reported,
  };
});

function request(path: string, more: Partial<HttpRequest> = {}): HttpRequest {
  const [route = '', query = ''] = path.split('?');
  return {
    method: 'GET',
    path: route,
    query,
    headers: new Map(),
    authorization: `Bearer ${key}`,
    cookie: undefined,
    remoteAddress: '192.0.2.1',
    receivedAt: NOW,
    requestId: 'r1',
    baseUrl: 'http://localhost',
    ...more,
  };
}

async function send(path: string, more: Partial<HttpRequest> = {}) {
  const reply = await createAnswer(gateway)(request(path, more));
  return { ...reply, headers: { ...reply.own, ...reply.headers } };
}
const hourlyLeft = async () => {
  const { headers } = await send('/v1/free');
  return Number(/"hourly";r=(\d+)/.exec(headers['ratelimit'] ?? '')?.[1]);
};

test.each([
  { name: 'an answer costs one', path: '/v1/good', status: 200, left: 99 },
  { name: 'a wrong parameter costs one', path: '/v1/bad', status: 400, left: 99 },
  { name: 'a refusal of the plan costs one', path: '/v1/wall', status: 403, left: 99 },
  { name: 'no data is free', path: '/v1/nothing', status: 404, left: 100 },
  { name: 'no data found while preparing is free', path: '/v1/nothing-early', status: 404, left: 100 },
  { name: 'a failure of the service is free', path: '/v1/broken', status: 500, left: 100 },
  { name: 'what is marked free is free', path: '/v1/free', status: 200, left: 100 },
  { name: 'a public list is free of the account’s quota', path: '/v1/public/list', status: 200, left: 100 },
  { name: 'an unknown path is free', path: '/v1/unknown', status: 404, left: 100 },
  { name: 'an unknown mount is not found', path: '/v2/good', status: 404, left: 100 },
  { name: 'a path that merely begins like a mount is not found', path: '/v1good', status: 404, left: 100 },
])('$name', async ({ path, status, left }) => {
  const reply = await send(path);
  expect(reply.status).toBe(status);
  expect(await hourlyLeft()).toBe(left);
});

test.each([
  { name: 'path before method', path: '/v1/unknown', more: { method: 'POST' }, status: 404 },
  { name: 'method before key', path: '/v1/good', more: { method: 'POST', authorization: undefined }, status: 405 },
  { name: 'key before parameters', path: '/v1/bad', more: { authorization: undefined }, status: 401 },
  {
    name: 'a preflight needs no key',
    path: '/v1/good',
    more: { method: 'OPTIONS', authorization: undefined },
    status: 204,
  },
  { name: 'a public path needs no key', path: '/v1/public/list', more: { authorization: undefined }, status: 200 },
])('order: $name', async ({ path, more, status }) => {
  expect((await send(path, more as Partial<HttpRequest>)).status).toBe(status);
});

// docs/faults.md: fault 76
test('a known entity tag is answered 304 with the same tag, free of charge, even when nothing is left', async () => {
  const { requestsPerHour } = findPlan('a', 'free')!;
  for (let i = 0; i < requestsPerHour!; i++) await send('/v1/bad');
  expect((await send('/v1/bad')).status).toBe(429);
  const reply = await send('/v1/good', { headers: new Map([['if-none-match', '"v0", W/"v1"']]) });
  expect(reply.status).toBe(304);
  expect(reply.headers['etag']).toBe('W/"v1"');
});

// docs/faults.md: fault 32
test('a region’s cap refuses with the message of the region and leaves hour and day as they are', async () => {
  for (let i = 0; i < 50; i++) expect((await send('/v1/good')).status).toBe(200);
  const refused = await send('/v1/good');
  expect(refused.status).toBe(429);
  expect(String(refused.body)).toContain('Daily limit of 50 requests for region PJM exceeded on the Free plan');
  expect(refused.headers['retry-after']).toBe(String(12 * 3600));
  expect(await hourlyLeft()).toBe(50);
});

// docs/faults.md: fault 101
test('an unknown failure shows nothing of itself to the caller and all of itself to the log', async () => {
  const reply = await send('/v1/broken');
  expect(String(reply.body)).not.toContain('secret');
  expect(String(reply.body)).toContain('"code":"internal_error"');
  expect(gateway.reported.map(String)).toEqual(['Error: secret of the store']);
});

test('the surface chooses the dialect of its errors', async () => {
  expect((await send('/v1/bad?xml')).headers['content-type']).toContain('application/xml');
  expect((await send('/v1/bad')).headers['content-type']).toContain('application/json');
});

test('an answer has the headers of the quota', async () => {
  const { headers } = await send('/v1/good');
  expect(headers).toMatchObject({
    ratelimit: '"hourly";r=99;t=3600, "daily";r=999;t=43200, "region-daily";r=49;t=43200',
    'x-ratelimit-remaining': '49',
    etag: '"v1"',
  });
});

test.each([
  { name: 'by default on a surface for programs', basic: undefined, takesBasic: true, status: 200 },
  { name: 'by default nowhere else', basic: undefined, takesBasic: false, status: 401 },
  { name: 'everywhere once it is on', basic: true, takesBasic: false, status: 200 },
  { name: 'nowhere once it is off', basic: false, takesBasic: true, status: 401 },
])('the key may be the user name of HTTP Basic $name', async ({ basic, takesBasic, status }) => {
  gateway = {
    ...gateway,
    mounts: [{ prefix: '/v1', surface: { ...surface, takesBasic } }],
    ...(basic !== undefined && { basic }),
  };
  const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
  expect((await send('/v1/good', { authorization })).status).toBe(status);
  expect((await send('/v1/good')).status).toBe(200);
  const refused = await send('/v1/good', { authorization: undefined });
  const challenge = status === 200 ? 'Basic realm="Loadcast", charset="UTF-8", Bearer' : 'Bearer';
  expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, challenge]);
});
