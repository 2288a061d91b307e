import { Areas } from '@loadcast/core';
import { expect, test } from 'vitest';
import type { HttpRequest } from '../../http.js';
import { surfaceRequest } from './request-context.js';

const NO_AREAS = new Areas([]);

const request: HttpRequest = {
  method: 'HEAD',
  path: '/v1/regions',
  query: 'x=1',
  headers: new Map(),
  authorization: 'Bearer secret',
  cookie: 'session=secret',
  remoteAddress: '192.0.2.1',
  receivedAt: 0,
  requestId: 'r1',
  baseUrl: 'http://h',
};

test.each([
  { prefix: '/v1', path: '/regions' },
  { prefix: '/v1/regions', path: '' },
  { prefix: '', path: '/v1/regions' },
])('mounted at "$prefix", the path is "$path" and the full path stays', ({ prefix, path }) => {
  expect(surfaceRequest(request, NO_AREAS, prefix)).toMatchObject({
    path,
    fullPath: '/v1/regions',
    method: 'HEAD',
  });
});

test('a surface sees neither the key, nor cookies, nor the address', () => {
  expect(JSON.stringify(surfaceRequest(request, NO_AREAS, '/v1'))).not.toMatch(/secret|192\.0\.2/);
});
