import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type KeyedServer, startKeyedServer } from '../../testing/keyed-server.js';
import { rawExchange } from '../../testing/raw-exchange.js';

vi.setConfig({ testTimeout: 20_000 });

let keyed: KeyedServer;
beforeAll(async () => {
  keyed = await startKeyedServer();
});
afterAll(() => keyed.close());

// docs/faults.md: fault 72
describe('framing', () => {
  const HIDDEN = 'GET /v1/demand?region=PJM HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer good\r\n\r\n';
  const post = (headers: string, body: string, version = '1.1'): string =>
    `POST /v1/demand HTTP/${version}\r\nHost: a\r\n${headers}\r\n${body}`;
  test.each([
    { name: 'CL.TE', bytes: post('Content-Length: 6\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${HIDDEN}`) },
    { name: 'TE.CL', bytes: post('Transfer-Encoding: chunked\r\nContent-Length: 4\r\n', `5c\r\n${HIDDEN}0\r\n\r\n`) },
    { name: 'TE xchunked', bytes: post('Transfer-Encoding: xchunked\r\n', HIDDEN) },
    { name: 'TE chunked twice', bytes: post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n', HIDDEN) },
    { name: 'TE chunked, identity', bytes: post('Transfer-Encoding: chunked, identity\r\n', HIDDEN) },
    { name: 'two lengths', bytes: post('Content-Length: 0\r\nContent-Length: 80\r\n', HIDDEN) },
    { name: 'length with a sign', bytes: post('Content-Length: +0\r\n', HIDDEN) },
    { name: 'length in hex', bytes: post('Content-Length: 0x0\r\n', HIDDEN) },
    { name: 'space before the colon', bytes: post('Content-Length : 0\r\n', HIDDEN) },
    { name: 'folded header', bytes: post('X: 1\r\n Content-Length: 0\r\n', HIDDEN) },
    { name: 'bare LF', bytes: `GET /v1/demand HTTP/1.1\nHost: a\n\n${HIDDEN}` },
    { name: 'NUL in a header', bytes: post('X: a\0b\r\n', HIDDEN) },
    {
      name: 'a body on GET',
      bytes: `GET /v1/demand HTTP/1.1\r\nHost: a\r\nContent-Length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`,
    },
    {
      name: 'chunks on GET',
      bytes: `GET /v1/demand HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
    },
  ])('$name: refused and closed, and what it hides is not served', async ({ bytes }) => {
    const before = keyed.handled();
    const answers = await rawExchange(keyed.port, bytes);
    expect(keyed.handled()).toBe(before);
    expect(answers.length).toBeGreaterThan(0);
    for (const { status } of answers) expect([400, 405, 501]).toContain(status);
    expect(answers.at(-1)?.headers['connection']).toBe('close');
  });

  test('a chunk whose size overflows is refused and closed', async () => {
    const before = keyed.handled();
    const answers = await rawExchange(
      keyed.port,
      post('Transfer-Encoding: chunked\r\n', `fffffffffffffffff\r\n${HIDDEN}`),
    );
    expect(keyed.handled()).toBe(before);
    expect(answers.every(({ status }) => status >= 400)).toBe(true);
  });
});
