import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { KEY, type KeyedServer, startKeyedServer } from '../../testing/keyed-server.js';

vi.setConfig({ testTimeout: 20_000 });

let keyed: KeyedServer;
beforeAll(async () => {
  keyed = await startKeyedServer();
});
afterAll(() => keyed.close());

describe('headers and methods', () => {
  // docs/faults.md: fault 61
  test.each(['image/png', '*/*;q=0', 'x'.repeat(10_000), ';;;,,,'])('Accept: %.20s changes nothing', async (accept) => {
    expect((await keyed.one('GET /v1/demand?region=PJM', `${KEY}Accept: ${accept}\r\n`)).status).toBe(200);
  });

  // docs/faults.md: fault 62
  test.each(['GET /v1/demand?region=PJM', 'GET /v1/demand?region=XX', 'GET /v1/nowhere'])(
    'HEAD is as %s, without a body',
    async (line) => {
      const get = await keyed.one(line);
      const head = await keyed.one(line.replace('GET', 'HEAD'));
      const { 'x-request-id': _a, date: _b, ...ofGet } = get.headers;
      const { 'x-request-id': _c, date: _d, ...ofHead } = head.headers;
      expect(ofHead).toEqual(ofGet);
      expect({ status: head.status, body: head.body }).toEqual({ status: get.status, body: '' });
      expect(Number(head.headers['content-length'])).toBe(get.body.length);
    },
  );

  // docs/faults.md: fault 63
  test('OPTIONS is 204 without a key, for a page of any origin, which may read the quota', async () => {
    const answered = await keyed.one('OPTIONS /v1/demand', 'Origin: https://x.example\r\n');
    expect(answered.status).toBe(204);
    expect(answered.headers).toMatchObject({ allow: 'GET, HEAD, OPTIONS', 'access-control-allow-origin': '*' });
    for (const name of ['RateLimit', 'Retry-After', 'ETag', 'X-Request-Id']) {
      expect(answered.headers['access-control-expose-headers']).toContain(name);
    }
    expect(answered.headers['access-control-allow-credentials']).toBeUndefined();
  });

  // docs/faults.md: fault 64
  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND'])(
    '%s is 405 with Allow, and echoes nothing',
    async (method) => {
      const answered = await keyed.one(`${method} /v1/demand`, `${KEY}X-Secret: hunter2\r\n`);
      expect(answered.status).toBe(405);
      expect(answered.headers['allow']).toBe('GET, HEAD, OPTIONS');
      expect(answered.body).toContain('<ERR_CODE>method_not_allowed</ERR_CODE>');
      expect(answered.body).not.toContain('hunter2');
    },
  );

  test('CONNECT gets no answer, and the next request is served', async () => {
    expect(await keyed.raw('CONNECT a:443')).toEqual([]);
    expect((await keyed.one('GET /v1/demand?region=PJM')).status).toBe(200);
  });

  // docs/faults.md: fault 65
  test.each([
    '//v1/demand',
    '//evil/v1/demand',
    '/v1//demand',
    '/v1/demand/',
    '/v1/./demand',
    '/v1/x/../demand',
    '/v1/%2e%2e/v1/demand',
    '/v1%2fdemand',
    '/v1/demand;x',
    '/v1\\demand',
    '/V1/demand',
    '/v1/Demand',
    '/v1/deman%64',
    '/v1/demand%00',
    '/v1/demand%20',
    '/./v1/demand',
    '/..',
    '/',
  ])('%s is no other spelling of a path: 404', async (path) => {
    const before = keyed.handled();
    expect((await keyed.one(`GET ${path}?region=PJM`)).status).toBe(404);
    expect(keyed.handled()).toBe(before);
  });

  // docs/faults.md: fault 68
  test('Authorization behind 99 other headers is read; behind 100 the request is refused, not taken for keyless', async () => {
    const many = (count: number): string => 'X: 1\r\n'.repeat(count) + KEY;
    expect((await keyed.one('GET /v1/demand?region=PJM', many(97))).status).toBe(200);
    expect((await keyed.one('GET /v1/demand?region=PJM', many(98))).status).toBe(431);
  });
});
