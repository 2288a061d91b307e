import { expect, test } from 'vitest';
import { findRoute } from './find-route.js';

const ROUTES = [
  { method: 'GET', path: '' },
  { method: 'GET', path: '/keys' },
  { method: 'POST', path: '/keys' },
  { method: 'POST', path: '/keys/:id/rotate' },
  { method: 'DELETE', path: '/keys/:id' },
] as const;

test.each([
  { method: 'GET', path: '', route: 0, id: '' },
  { method: 'HEAD', path: '/keys', route: 1, id: '' },
  { method: 'POST', path: '/keys', route: 2, id: '' },
  { method: 'POST', path: '/keys/key_1/rotate', route: 3, id: 'key_1' },
  { method: 'DELETE', path: '/keys/key_1', route: 4, id: 'key_1' },
  { method: 'DELETE', path: `/keys/${'x'.repeat(64)}`, route: 4, id: 'x'.repeat(64) },
])('$method "$path" is route $route with id "$id"', ({ method, path, route, id }) => {
  expect(findRoute(ROUTES, method, path)).toEqual({ route: ROUTES[route], id });
});

test.each([
  { method: 'GET', path: '/', code: 'not_found' },
  { method: 'GET', path: '/Keys', code: 'not_found' },
  { method: 'DELETE', path: '/keys/', code: 'not_found' },
  { method: 'DELETE', path: '/keys/a/b', code: 'not_found' },
  { method: 'DELETE', path: '/keys/..%2f', code: 'not_found' },
  { method: 'DELETE', path: `/keys/${'x'.repeat(65)}`, code: 'not_found' },
  { method: 'POST', path: '/keys//rotate', code: 'not_found' },
  { method: 'POST', path: '/keys/rotate', code: 'method_not_allowed', allow: 'DELETE' },
  { method: 'PUT', path: '/keys', code: 'method_not_allowed', allow: 'GET, HEAD, POST' },
  { method: 'OPTIONS', path: '', code: 'method_not_allowed', allow: 'GET, HEAD' },
])('$method "$path" is $code', ({ method, path, code, allow }) => {
  const details = allow === undefined ? {} : { details: { allow } };
  expect(() => findRoute(ROUTES, method, path)).toThrow(expect.objectContaining({ code, ...details }));
});
