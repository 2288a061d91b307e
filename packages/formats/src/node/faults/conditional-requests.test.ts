import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { KEY, type KeyedServer, startKeyedServer } from '../../testing/keyed-server.js';

vi.setConfig({ testTimeout: 20_000 });

let keyed: KeyedServer;
beforeAll(async () => {
  keyed = await startKeyedServer();
});
afterAll(() => keyed.close());

// docs/faults.md: fault 76
describe('conditional requests', () => {
  test.each([
    { name: 'the tag', header: (tag: string) => tag, status: 304 },
    { name: 'the tag without W/', header: (tag: string) => tag.slice(2), status: 304 },
    { name: 'a list with it', header: (tag: string) => `"x", ${tag}`, status: 304 },
    { name: '*', header: () => '*', status: 304 },
    { name: 'another tag', header: () => '"x"', status: 200 },
    { name: 'junk', header: () => ',,"', status: 200 },
  ])('If-None-Match with $name is $status, with the same caching headers', async ({ header, status }) => {
    const first = await keyed.one('GET /v1/demand?region=PJM');
    const tag = first.headers['etag']!;
    const again = await keyed.one('GET /v1/demand?region=PJM', `${KEY}If-None-Match: ${header(tag)}\r\n`);
    expect(again.status).toBe(status);
    for (const name of ['etag', 'cache-control', 'vary']) expect(again.headers[name]).toBe(first.headers[name]);
  });

  test.each(['', 'Authorization: Bearer bad\r\n'])('a tag is no key', async (key) => {
    expect((await keyed.one('GET /v1/demand?region=PJM', `${key}If-None-Match: *\r\n`)).status).toBe(401);
  });
});
