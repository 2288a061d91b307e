import { type AreaId, CONTRACT_AREAS, DAY_MS, findPlan, ServiceError } from '@loadcast/core';
import { expect, test } from 'vitest';
import type { HttpRequest, KeyRoute, Prepared, RequestTrace, Surface } from '../../http.js';
import { json } from '../../json.js';
import { plainKeyRoute } from '../../testing/prepared-of.js';
import type { Quota } from '../quota.js';
import { answerRequest } from './answer-request.js';
import { CallerGone } from './request-scope.js';

const fail = (error: Error) => (): never => {
  throw error;
};
const mistake = new ServiceError('invalid_parameter', 'region', { parameter: 'region', expected: 'PJM' });
const noData = new ServiceError('no_data', 'none', { reason: 'not_covered' });
const limited = new ServiceError('rate_limited', 'slow down', {
  plan: 'Free',
  limitHourly: 1,
  remainingHourly: 0,
  limitDaily: 1,
  remainingDaily: 0,
  retryAfterSeconds: 1,
});
const prepared = (more: Partial<Prepared> = {}): Prepared => ({
  regions: ['pjm'],
  reply: () => json(200, {}),
  ...more,
});

/** How often `/good` has read its data. */
let preparedTimes = 0;

/** One path for each way that a request can take. */
const PREPARE: Readonly<Record<string, () => Prepared>> = {
  '/good': () => {
    preparedTimes += 1;
    return prepared({ etag: '"v1"' });
  },
  '/failure': fail(new Error('broken')),
  '/own-headers': () => prepared({ etag: '"v1"', reply: () => json(200, {}, { etag: '"own"', 'x-quota': 'own' }) }),
  '/free': () => prepared({ free: true }),
  '/uncapped': () => prepared({ isUncapped: true }),
  '/no-store': () => prepared({ reply: () => json(200, {}, { 'cache-control': 'no-store' }) }),
  '/mistake': fail(mistake),
  '/no-data': () => prepared({ reply: fail(noData) }),
  '/early-no-data': fail(noData),
  '/left': () => prepared({ reply: fail(new CallerGone()) }),
  '/late-mistake': () => prepared({ reply: fail(mistake) }),
};

/** A route whose answer Free does not include: it fails when it is prepared. */
const BEYOND_HISTORY: KeyRoute = {
  access: 'key',
  pattern: '/beyond',
  parameters: [],
  read: () => ({
    shows: { asOf: -2 * DAY_MS, from: 0 },
    prepare: fail(new Error('prepared before the plan was judged')),
  }),
};
const PARAMETERS = ['region', 'xml', 'throws'];

const surface: Surface = {
  id: 'a',
  route: ({ path }) => {
    if (path === '/beyond') return BEYOND_HISTORY;
    const isPublic = path.startsWith('/public');
    const prepare = PREPARE[isPublic ? path.slice('/public'.length) : path];
    if (!prepare) return undefined;
    return isPublic
      ? { access: 'public', pattern: path, parameters: PARAMETERS, prepare }
      : plainKeyRoute(path, PARAMETERS, prepare);
  },
  dialect: ({ query }) => {
    if (query === 'throws') throw new Error('this dialect broke its promise');
    return query === 'xml' ? 'oasis-xml' : 'json';
  },
  headers: () => ({ 'x-surface': 'a', 'x-quota': 'of the surface' }),
};

/** Sends one request; `calls` lists the path's calls to the quota. */
async function send(target: string, more: Partial<HttpRequest> = {}, quotaFails: Partial<Quota> = {}) {
  const calls: string[] = [];
  const trace: RequestTrace = {};
  const reported: unknown[] = [];
  const quota: Quota = {
    peek: ({ principal }, regions) => {
      calls.push(`peek ${principal?.keyId ?? 'address'} ${regions}`.trim());
      return { 'x-quota': 'peeked' };
    },
    charge: ({ principal }, regions) => {
      calls.push(`charge ${principal?.keyId ?? 'address'} ${regions}`.trim());
      return {
        headers: { 'x-quota': 'charged' },
        refund: () => {
          calls.push('refund');
          return { 'x-quota': 'refunded' };
        },
      };
    },
    isOverdrawn: () => false,
    countUncharged: () => void calls.push('count'),
    ...quotaFails,
  };
  const answer = answerRequest([{ prefix: '/v1', surface }], {
    areas: () => CONTRACT_AREAS,
    authenticate({ authorization }) {
      if (authorization === undefined) throw new ServiceError('unauthorized', 'A key is needed', undefined);
      const principal = { accountId: 'account', keyId: authorization, plan: findPlan('a', 'free')! };
      const [, region] = /^only (\w+)$/.exec(authorization) ?? [];
      return region === undefined ? principal : { ...principal, regions: [region as AreaId] };
    },
    quota,
    report: (thrown) => reported.push(thrown),
  });
  const [path = '', query = ''] = target.split('?');
  const reply = await answer({
    method: 'GET',
    path,
    query,
    headers: new Map(),
    authorization: 'key',
    cookie: undefined,
    remoteAddress: '192.0.2.1',
    receivedAt: 0,
    requestId: 'r1',
    baseUrl: 'http://localhost',
    trace,
    ...more,
  });
  return { ...reply, headers: { ...reply.own, ...reply.headers }, calls, trace, reported };
}

const KNOWN = { headers: new Map([['if-none-match', '"v1"']]) };
const NO_KEY = { authorization: undefined };

test.each([
  { path: '/v1/good', more: {}, status: 200, calls: ['charge key pjm'] },
  { path: '/v1/good', more: KNOWN, status: 304, calls: ['peek key pjm'] },
  { path: '/v1/good', more: NO_KEY, status: 401, calls: [] },
  { path: '/v1/free', more: {}, status: 200, calls: ['peek key pjm'] },
  { path: '/v1/uncapped', more: {}, status: 200, calls: ['charge key'] },
  { path: '/v1/mistake', more: {}, status: 400, calls: ['charge key'] },
  { path: '/v1/beyond', more: {}, status: 403, calls: ['charge key'] },
  { path: '/v1/early-no-data', more: {}, status: 404, calls: ['count', 'peek key'] },
  { path: '/v1/no-data', more: {}, status: 404, calls: ['charge key pjm', 'count', 'refund'] },
  { path: '/v1/late-mistake', more: {}, status: 400, calls: ['charge key pjm'] },
  { path: '/v1/nowhere', more: {}, status: 404, calls: [] },
  { path: '/v2/good', more: {}, status: 404, calls: [] },
  { path: '/v1/good', more: { method: 'OPTIONS' }, status: 204, calls: [] },
  { path: '/v1/good', more: { method: 'PUT' }, status: 405, calls: [] },
  { path: '/v1/public/good', more: NO_KEY, status: 200, calls: ['charge address pjm'] },
  { path: '/v1/public/good', more: { ...KNOWN, ...NO_KEY }, status: 304, calls: ['peek address pjm'] },
  { path: '/v1/public/free', more: NO_KEY, status: 200, calls: ['peek address pjm'] },
  { path: '/v1/public/mistake', more: NO_KEY, status: 400, calls: [] },
])('$path with $more is $status and calls the quota for $calls', async ({ path, more, status, calls }) => {
  const answered = await send(path, more);
  expect({ status: answered.status, calls: answered.calls }).toEqual({ status, calls });
});

const OVERDRAWN = { isOverdrawn: () => true };

test.each([
  { path: '/v1/good', more: {}, status: 200, calls: ['charge key', 'refund', 'charge key pjm'] },
  { path: '/v1/good', more: KNOWN, status: 304, calls: ['charge key', 'refund', 'peek key pjm'] },
  { path: '/v1/free', more: {}, status: 200, calls: ['charge key', 'refund', 'peek key pjm'] },
  { path: '/v1/mistake', more: {}, status: 400, calls: ['charge key'] },
  { path: '/v1/beyond', more: {}, status: 403, calls: ['charge key'] },
  { path: '/v1/early-no-data', more: {}, status: 404, calls: ['charge key'] },
  { path: '/v1/no-data', more: {}, status: 404, calls: ['charge key', 'refund', 'charge key pjm'] },
  { path: '/v1/failure', more: {}, status: 500, calls: ['charge key', 'refund'] },
  { path: '/v1/public/good', more: NO_KEY, status: 200, calls: ['charge address pjm'] },
])('with many reads that cost nothing $path with $more is $status and calls the quota for $calls', async (row) => {
  const answered = await send(row.path, row.more, OVERDRAWN);
  expect({ status: answered.status, calls: answered.calls }).toEqual({ status: row.status, calls: row.calls });
});

// docs/faults.md: fault 123
test.each([
  { when: 'before it reads', overdrawn: true, refuses: () => true, prepared: 0, counted: 0 },
  { when: 'after it has read', overdrawn: false, refuses: () => true, prepared: 1, counted: 1 },
  {
    when: 'for its region',
    overdrawn: true,
    refuses: (regions: readonly AreaId[]) => regions.length > 0,
    prepared: 1,
    counted: 1,
  },
])('a used-up key is refused $when', async ({ overdrawn, refuses, prepared: times, counted }) => {
  let count = 0;
  const before = preparedTimes;
  const answered = await send(
    '/v1/good',
    {},
    {
      isOverdrawn: () => overdrawn,
      countUncharged: () => void count++,
      charge: (_, regions) => ({ headers: {}, refund: () => ({}), ...(refuses(regions) && { refusal: limited }) }),
    },
  );
  expect([answered.status, preparedTimes - before, count]).toEqual([429, times, counted]);
});

test.each([
  { path: '/v1/good', quota: 'charged' },
  { path: '/v1/own-headers', quota: 'own' },
  { path: '/v1/no-data', quota: 'refunded' },
  { path: '/v1/early-no-data', quota: 'peeked' },
  { path: '/v1/nowhere', quota: 'of the surface' },
])(
  'of one header at $path the reply wins over the quota, the quota over the surface: $quota',
  async ({ path, quota }) => {
    expect((await send(path)).headers).toMatchObject({ 'x-surface': 'a', 'x-quota': quota });
  },
);

test.each([
  { path: '/v1/good', etag: '"v1"' },
  { path: '/v1/own-headers', etag: '"own"' },
  { path: '/v1/free', etag: undefined },
])('the entity tag of $path is $etag', async ({ path, etag }) => {
  expect((await send(path)).headers['etag']).toBe(etag);
});

test.each([
  { path: '/v1/good', more: {}, cacheControl: 'private, no-cache', vary: 'Authorization, Accept, Accept-Encoding' },
  { path: '/v1/good', more: KNOWN, cacheControl: 'private, no-cache', vary: 'Authorization, Accept, Accept-Encoding' },
  { path: '/v1/public/good', more: {}, cacheControl: 'public, max-age=60', vary: 'Accept-Encoding' },
  { path: '/v1/public/good', more: KNOWN, cacheControl: 'public, max-age=60', vary: 'Accept-Encoding' },
  { path: '/v1/no-store', more: {}, cacheControl: 'no-store', vary: undefined },
  { path: '/v1/mistake', more: {}, cacheControl: 'no-store', vary: undefined },
  { path: '/v1/good', more: { method: 'OPTIONS' }, cacheControl: undefined, vary: undefined },
])('$path with $more may be cached as $cacheControl', async ({ path, more, cacheControl, vary }) => {
  const { headers } = await send(path, more);
  expect([headers['cache-control'], headers['vary']]).toEqual([cacheControl, vary]);
});

test.each([
  { name: 'a refused charge', path: '/v1/good', status: 429 },
  { name: 'a refused charge for a mistake', path: '/v1/mistake', status: 429 },
])('$name is $status, with the headers of the quota', async ({ path, status }) => {
  const refuse = () => ({
    headers: { 'x-quota': 'empty' },
    refusal: limited,
    refund: fail(new Error('nothing to refund')),
  });
  const answered = await send(path, {}, { charge: refuse });
  expect(answered.status).toBe(status);
  expect(answered.headers).toMatchObject({ 'x-quota': 'empty', 'retry-after': '1' });
});

const away = new ServiceError('unavailable', 'no counters', { retryAfterSeconds: 2 });

test.each([
  { when: 'charging', path: '/v1/good', fails: { charge: fail(away) } },
  { when: 'charging a mistake', path: '/v1/mistake', fails: { charge: fail(away) } },
  { when: 'peeking', path: '/v1/early-no-data', fails: { peek: fail(away) } },
  {
    when: 'refunding',
    path: '/v1/no-data',
    fails: { charge: () => ({ headers: { 'x-quota': 'charged' }, refund: fail(away) }) },
  },
])('a quota that fails when $when is the error of the answer, without quota headers', async ({ path, fails }) => {
  const answered = await send(path, {}, fails);
  expect(answered.status).toBe(503);
  expect(answered.headers['x-quota']).toBe('of the surface');
});

test.each([
  { target: '/v1/mistake?xml', type: 'application/xml; charset=utf-8' },
  { target: '/v1/mistake', type: 'application/json; charset=utf-8' },
  { target: '/v1/mistake?throws', type: 'application/json; charset=utf-8' },
  { target: '/elsewhere?xml', type: 'application/json; charset=utf-8' },
])('an error at $target is $type', async ({ target, type }) => {
  expect((await send(target)).headers['content-type']).toBe(type);
});

test.each<{ path: string; trace: RequestTrace; reported: unknown[] }>([
  { path: '/v1/good', trace: { surface: '/v1', accountId: 'account', keyId: 'key' }, reported: [] },
  {
    path: '/v1/no-data',
    trace: { surface: '/v1', accountId: 'account', keyId: 'key', errorCode: 'no_data' },
    reported: [noData],
  },
  {
    path: '/v1/left',
    trace: { surface: '/v1', accountId: 'account', keyId: 'key' },
    reported: [],
  },
  { path: '/v2', trace: { errorCode: 'not_found' }, reported: [expect.any(ServiceError)] },
])('the trace of $path is $trace', async ({ path, trace, reported }) => {
  const seen = await send(path);
  expect(seen).toMatchObject({ trace, reported });
  expect([seen.trace.errorCode, seen.reported.length]).toEqual([trace.errorCode, reported.length]);
});

test.each([
  { path: '/v1/good', more: {}, named: true },
  { path: '/v1/good', more: KNOWN, named: true },
  { path: '/v1/public/good', more: NO_KEY, named: true },
  { path: '/v1/mistake', more: {}, named: true },
  { path: '/v1/no-data', more: {}, named: true },
  { path: '/v1/nowhere', more: {}, named: false },
])('$path with $more names the parameters that it does not read: $named', async ({ path, more, named }) => {
  const { headers } = await send(`${path}?region=PJM&regoin=MISO&foo=1`, more);
  expect([headers['x-ignored-parameters'], headers['warning']]).toEqual(
    named ? ['regoin, foo', '299 - "regoin: did you mean region?"'] : [undefined, undefined],
  );
  expect((await send(`${path}?region=PJM`, more)).headers).not.toHaveProperty('x-ignored-parameters');
});

test.each([
  { key: 'only pjm', status: 200, calls: ['charge only pjm pjm'] },
  { key: 'only miso', status: 403, calls: ['charge only miso'] },
])('a key made for $key is answered $status, and a refusal costs one request and no region', async (row) => {
  const { status, calls, trace } = await send('/v1/good', { authorization: row.key });
  expect([status, calls]).toEqual([row.status, row.calls]);
  expect(trace.errorCode).toBe(row.status === 403 ? 'key_scope' : undefined);
});

test('the answer is not known to a key that is not made for its region, whatever tag it sends', async () => {
  const headers = new Map([['if-none-match', '"v1"']]);
  expect((await send('/v1/good', { authorization: 'only miso', headers })).status).toBe(403);
});

const PROBLEM = 'application/problem+json';
test.each([
  { accept: PROBLEM, query: '', type: PROBLEM },
  { accept: `${PROBLEM}, */*`, query: '', type: PROBLEM },
  { accept: `application/json;q=0.5, ${PROBLEM.toUpperCase()}`, query: '', type: PROBLEM },
  { accept: `application/json, ${PROBLEM}`, query: '', type: 'application/json; charset=utf-8' },
  { accept: `${PROBLEM};q=0`, query: '', type: 'application/json; charset=utf-8' },
  { accept: 'application/*', query: '', type: 'application/json; charset=utf-8' },
  { accept: '*/*', query: '', type: 'application/json; charset=utf-8' },
  { accept: PROBLEM, query: 'xml', type: 'application/xml; charset=utf-8' },
])('an error for Accept "$accept" in a dialect "$query" is $type', async ({ accept, query, type }) => {
  const reply = await send(`/v1/mistake?${query}`, { headers: new Map([['accept', accept]]) });
  expect([reply.status, reply.headers['content-type']]).toEqual([400, type]);
});

test('a problem has the members of RFC 9457 and those of the JSON error', async () => {
  const headers = new Map([['accept', PROBLEM]]);
  const { body } = await send('/v1/mistake', { headers });
  expect(JSON.parse(String(body))).toEqual({
    type: 'http://localhost/docs/errors#invalid_parameter',
    title: 'Invalid parameter',
    status: 400,
    detail: 'region',
    code: 'invalid_parameter',
    request_id: 'r1',
    details: { parameter: 'region', expected: 'PJM' },
  });
});
