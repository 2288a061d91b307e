import { expect, test } from 'vitest';
import { preflight, requireMethod } from './preflight.js';

const PURGE = { method: 'DELETE', allow: 'DELETE' };

test.each([
  { method: 'GET', route: {}, isAllowed: true },
  { method: 'HEAD', route: {}, isAllowed: true },
  { method: 'OPTIONS', route: {}, isAllowed: false },
  { method: 'POST', route: {}, isAllowed: false },
  { method: 'get', route: {}, isAllowed: false },
  { method: '', route: {}, isAllowed: false },
  { method: 'DELETE', route: PURGE, isAllowed: true },
  { method: 'GET', route: PURGE, isAllowed: false },
  { method: 'HEAD', route: PURGE, isAllowed: false },
])('a route with $route lets "$method" through: $isAllowed', ({ method, route, isAllowed }) => {
  const required = () => requireMethod(method, route);
  if (isAllowed) return expect(required).not.toThrow();
  const details = { allow: route === PURGE ? 'DELETE' : 'GET, HEAD, OPTIONS' };
  return expect(required).toThrow(expect.objectContaining({ code: 'method_not_allowed', details }));
});

test('OPTIONS lets pages of other origins send a key and a tag', () => {
  expect(preflight()).toMatchObject({
    status: 204,
    headers: { 'access-control-allow-headers': 'Authorization, If-None-Match' },
  });
});

const MOST = Array.from({ length: 40 }, (_, n) => `x-${n}`);

test.each([
  {
    name: 'headers that tracing libraries add',
    requested: 'content-type, traceparent, baggage, x-requested-with',
    allowed: 'Authorization, If-None-Match, content-type, traceparent, baggage, x-requested-with',
  },
  { name: 'one that is allowed anyway, once', requested: 'AUTHORIZATION', allowed: 'Authorization, If-None-Match' },
  { name: 'not what is no name', requested: 'a b, c:d, x\r\ny, ok', allowed: 'Authorization, If-None-Match, ok' },
  {
    name: 'the first 32 of many',
    requested: MOST.join(','),
    allowed: ['Authorization', 'If-None-Match', ...MOST.slice(0, 32)].join(', '),
  },
])('a preflight allows $name', ({ requested, allowed }) => {
  const { headers } = preflight(undefined, requested);
  expect([headers['access-control-allow-headers'], headers['vary']]).toEqual([
    allowed,
    'Access-Control-Request-Headers',
  ]);
});
