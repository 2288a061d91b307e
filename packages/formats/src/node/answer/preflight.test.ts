import { expect, test } from 'vitest';
import { preflight, requireReading } from './preflight.js';

test.each(['GET', 'HEAD'])('%s is let through', (method) => expect(() => requireReading(method)).not.toThrow());

test.each(['OPTIONS', 'POST', 'get', ''])('"%s" is method_not_allowed, with the methods that are', (method) => {
  expect(() => requireReading(method)).toThrow(
    expect.objectContaining({ code: 'method_not_allowed', details: { allow: 'GET, HEAD, OPTIONS' } }),
  );
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
  const { headers } = preflight(requested);
  expect([headers['access-control-allow-headers'], headers['vary']]).toEqual([
    allowed,
    'Access-Control-Request-Headers',
  ]);
});
