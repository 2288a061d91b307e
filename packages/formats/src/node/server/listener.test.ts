import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { json } from '../../json.js';
import { rawExchange } from '../../testing/raw-exchange.js';
import { listenWith } from './listener.js';
import type { FinishedRequest } from './serve-request.js';
import { SERVER_OPTIONS } from './server-options.js';

const finished: FinishedRequest[] = [];
const reported: unknown[] = [];
let chunksMade = 0;
let server: Server;
let port: number;
let base: string;

async function* chunks(count: number, bytes: number): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < count; i++) {
    chunksMade++;
    yield Buffer.alloc(bytes, 'x');
  }
}

beforeAll(async () => {
  server = listenWith(createServer(SERVER_OPTIONS), {
    baseUrl: 'http://api.example',
    answer: async (request) => {
      if (request.path === '/throws') throw new Error('hunter2');
      if (request.path === '/chunks') return { status: 200, headers: {}, body: chunks(3, 10) };
      if (request.path === '/endless')
        return { status: 200, headers: {}, body: chunks(Number.POSITIVE_INFINITY, 65_536) };
      if (request.path === '/large')
        return json(
          200,
          Array.from({ length: 5_000 }, (_, i) => i),
        );
      return json(200, { path: request.path, query: request.query, names: [...request.headers.keys()] });
    },
    report: (thrown) => reported.push(thrown),
    finished: (one) => finished.push(one),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
  base = `http://127.0.0.1:${port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

// docs/faults.md: fault 83
test('an answer carries the request id and the security headers', async () => {
  const response = await fetch(`${base}/x?y=1`, { headers: { authorization: 'Bearer k', cookie: 'c' } });
  expect(response.headers.get('x-request-id')).toMatch(/^[\w-]{8,64}$/);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  const body = JSON.parse(await response.text());
  expect(body).toMatchObject({ path: '/x', query: 'y=1' });
  expect(body.names).not.toContain('authorization');
  expect(body.names).not.toContain('cookie');
});

test('HEAD has the status and the length of GET, and no body', async () => {
  const get = await fetch(`${base}/x`);
  const length = (await get.arrayBuffer()).byteLength;
  const [head] = await rawExchange(port, 'HEAD /x HTTP/1.1\r\nHost: h\r\nAccept: */*\r\nConnection: close\r\n\r\n');
  expect(head?.status).toBe(200);
  expect(Number(head?.headers['content-length'])).toBeGreaterThan(length - 100);
  expect(head?.body).toBe('');
});

test.each([
  { target: '/large', acceptEncoding: 'identity', encoding: undefined, length: expect.stringMatching(/^\d{5}$/) },
  { target: '/large', acceptEncoding: 'gzip', encoding: 'gzip', length: expect.stringMatching(/^\d{4,5}$/) },
  { target: '/large', acceptEncoding: 'gzip, br', encoding: 'br', length: expect.stringMatching(/^\d{4,5}$/) },
  { target: '/chunks', acceptEncoding: 'identity', encoding: undefined, length: undefined },
])('HEAD $target with Accept-Encoding $acceptEncoding has the length of GET', async (row) => {
  const lines = `${row.target} HTTP/1.1\r\nHost: h\r\nConnection: close\r\nAccept-Encoding: ${row.acceptEncoding}\r\n\r\n`;
  const [get] = await rawExchange(port, `GET ${lines}`);
  const [head] = await rawExchange(port, `HEAD ${lines}`);
  const shown = [head, get].map((answer) => [answer?.headers['content-encoding'], answer?.headers['content-length']]);
  expect(shown).toEqual([
    [row.encoding, row.length],
    [row.encoding, get?.headers['content-length']],
  ]);
  expect(head?.headers['content-length']).toBe(get?.headers['content-length']);
});

test('a body of chunks arrives whole', async () => {
  expect(await (await fetch(`${base}/chunks`)).text()).toBe('x'.repeat(30));
});

test('what is thrown is reported and shows nothing of itself', async () => {
  const response = await fetch(`${base}/throws`);
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain('hunter2');
  expect(String(reported.at(-1))).toContain('hunter2');
});

test('a body stops being made when the caller goes away', async () => {
  const response = await fetch(`${base}/endless`);
  await response.body?.cancel();
  await vi.waitFor(() => expect(finished.at(-1)).toMatchObject({ status: 200, cut: 'caller_gone' }), 60_000);
  const made = chunksMade;
  await sleep(100);
  expect(chunksMade).toBeLessThanOrEqual(made + 1); // the one under way when the caller left may still end
});

// docs/faults.md: faults 66, 67, 69, 71
test.each([
  { name: 'no Host', bytes: 'GET / HTTP/1.1\r\n\r\n', status: 400 },
  { name: 'two Hosts', bytes: 'GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n', status: 400 },
  { name: 'a bad Host', bytes: 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n', status: 400 },
  { name: 'an empty Host', bytes: 'GET / HTTP/1.1\r\nHost:\r\n\r\n', status: 400 },
  {
    name: 'two Authorizations',
    bytes: 'GET / HTTP/1.1\r\nHost: a\r\nAuthorization: x\r\nauthorization: x\r\n\r\n',
    status: 400,
  },
  { name: 'HTTP/2.0', bytes: 'GET / HTTP/2.0\r\nHost: a\r\n\r\n', status: 505 },
  { name: '101 headers', bytes: `GET / HTTP/1.1\r\nHost: a\r\n${'X: 1\r\n'.repeat(100)}\r\n`, status: 431 },
  { name: '2500 headers', bytes: `GET / HTTP/1.1\r\nHost: a\r\n${'X:\r\n'.repeat(2500)}\r\n`, status: 431 },
  { name: '20 KB of headers', bytes: `GET / HTTP/1.1\r\nHost: a\r\nX: ${'1'.repeat(20_000)}\r\n\r\n`, status: 431 },
  { name: 'a body on GET', bytes: 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx', status: 400 },
  {
    name: 'an unknown coding',
    bytes: 'GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n',
    status: 501,
  },
  { name: 'an unknown method', bytes: 'FROB / HTTP/1.1\r\nHost: a\r\n\r\n', status: 501 },
  { name: 'a target without slash', bytes: 'GET v1 HTTP/1.1\r\nHost: a\r\n\r\n', status: 400 },
  { name: 'another authority', bytes: 'GET http://evil/ HTTP/1.1\r\nHost: a\r\n\r\n', status: 421 },
  { name: 'a strange Expect', bytes: 'GET / HTTP/1.1\r\nHost: a\r\nExpect: cake\r\n\r\n', status: 417 },
  { name: 'no HTTP at all', bytes: '\x16\x03\x01\x02\x00\x01', status: 400 },
])('$name is refused with a written answer, and the connection closed', async ({ bytes, status }) => {
  const answers = await rawExchange(port, bytes);
  expect(answers).toHaveLength(1);
  const [answer] = answers;
  expect(answer?.status).toBe(status);
  expect(answer?.headers).toMatchObject({ connection: 'close', 'content-type': 'application/json; charset=utf-8' });
  expect(answer?.headers['date']).toBeTruthy();
  const { error } = JSON.parse(answer?.body ?? '');
  expect(error.request_id).toBe(answer?.headers['x-request-id']);
});

test.each([
  { name: 'the absolute form of our own address', bytes: 'GET http://api.example/x HTTP/1.1\r\nHost: other\r\n\r\n' },
  { name: 'the absolute form of the Host', bytes: 'GET http://a:1/x HTTP/1.1\r\nHost: a:1\r\n\r\n' },
  { name: 'HTTP/1.0 without a Host', bytes: 'GET /x HTTP/1.0\r\n\r\n' },
  { name: 'an empty body on GET', bytes: 'GET /x HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n' },
  { name: 'Expect: 100-continue', bytes: 'GET /x HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n' },
  { name: 'an IPv6 Host', bytes: 'GET /x HTTP/1.1\r\nHost: [::1]:80\r\n\r\n' },
])('$name is answered', async ({ bytes }) => {
  const answers = await rawExchange(port, bytes.replace(/\r\n$/, 'Connection: close\r\n\r\n'));
  expect(answers.map(({ status }) => status)).toEqual([200]);
  expect(JSON.parse(answers[0]?.body ?? '').path).toBe('/x');
});

// docs/faults.md: fault 70
test('1000 pipelined requests are answered in order, and what is malformed after them is refused last', async () => {
  const requests = Array.from({ length: 1000 }, (_, i) => `GET /${i} HTTP/1.1\r\nHost: a\r\n\r\n`);
  const answers = await rawExchange(port, `${requests.join('')}FROB\r\n\r\n`);
  expect(answers).toHaveLength(1001);
  const paths = answers.slice(0, 1000).map(({ body }) => JSON.parse(body).path);
  expect(paths).toEqual(requests.map((_, i) => `/${i}`));
  expect(answers.at(-1)?.status).toBeGreaterThanOrEqual(400);
});
