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
