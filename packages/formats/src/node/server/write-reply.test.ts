import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EncodedReply } from '../../http.js';
import { rawExchange } from '../../testing/raw-exchange.js';
import { CallerGone, createScopes } from '../answer/request-scope.js';
import { writeReply } from './write-reply.js';

const scopes = createScopes(60_000);
let server: Server;
let port: number;
/** The reply to the next request, and the result of writing it. */
let reply: EncodedReply;
let written: { writtenBytes: number };
let ended: Promise<unknown>;
let extended: number;

beforeAll(async () => {
  server = createServer((request, response) => {
    ended = write(response, request.method === 'HEAD');
    ended.catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function write(response: ServerResponse, isHead: boolean): Promise<void> {
  const scope = scopes.open();
  written = { writtenBytes: 0 };
  extended = 0;
  scope.extend = () => void extended++;
  response.once('close', () => scope.close());
  const headers = {
    common: ['x-common', 'of all', 'x-both', 'of all', 'content-security-policy', "default-src 'none'"],
    own: ['x-own', 'of this'],
  };
  await writeReply(
    response,
    { ...reply },
    { isHead, ...headers, noProgressMs: 60_000, keepAliveMs: server.keepAliveTimeout, scope, written },
  );
}

async function* chunks(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

const sent = async (method = 'GET') =>
  (await rawExchange(port, `${method} / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`))[0]!;

test.each([
  { name: 'text', method: 'GET', status: 200, body: 'é', length: '2', bytes: 2, text: 'é' },
  { name: 'bytes', method: 'GET', status: 200, body: Buffer.from('abc'), length: '3', bytes: 3, text: 'abc' },
  { name: 'the head of text', method: 'HEAD', status: 200, body: 'abc', length: '3', bytes: 0, text: '' },
  { name: 'a 304', method: 'GET', status: 304, body: 'abc', length: undefined, bytes: 0, text: '' },
  { name: 'a 204', method: 'GET', status: 204, body: '', length: undefined, bytes: 0, text: '' },
])('$name: its length, its body and the bytes that were counted', async (row) => {
  reply = { status: row.status, headers: {}, body: row.body };
  const answer = await sent(row.method);
  expect([answer.status, answer.headers['content-length']]).toEqual([row.status, row.length]);
  expect(Buffer.from(answer.body, 'latin1').toString()).toBe(row.text);
  expect(written.writtenBytes).toBe(row.bytes);
});

test('headers of the reply win over those of all answers', async () => {
  reply = { status: 200, headers: { 'x-both': 'of the reply' }, body: '' };
  expect((await sent()).headers).toMatchObject({
    'x-common': 'of all',
    'x-both': 'of the reply',
    'x-own': 'of this',
  });
});

test.each([
  { status: 200, policy: "default-src 'none'" },
  { status: 404, policy: "default-src 'none'" },
  { status: 304, policy: undefined },
])(
  'a $status has the policy $policy: a browser puts that of a 304 in place of the one it has with the page',
  async (row) => {
    reply = { status: row.status, headers: {}, body: '' };
    const { headers } = await sent();
    expect([headers['content-security-policy'], headers['x-common']]).toEqual([row.policy, 'of all']);
  },
);

test('chunks come in order, are counted, and each gives the next one time anew', async () => {
  reply = { status: 200, headers: {}, body: chunks('a', 'bc', 'def') };
  const answer = await sent();
  expect(answer.headers['transfer-encoding']).toBe('chunked');
  expect(answer.body).toContain('bc');
  expect([written.writtenBytes, extended]).toEqual([6, 3]);
});

test('the first chunk of HEAD is not made', async () => {
  let made = 0;
  const body = (async function* () {
    made++;
    yield Buffer.from('x');
  })();
  reply = { status: 200, headers: {}, body };
  expect((await sent('HEAD')).status).toBe(200);
  expect(made).toBe(0);
});

test('a failure before the first chunk is thrown, with nothing written', async () => {
  const broken = async function* (): AsyncGenerator<Uint8Array> {
    yield await Promise.reject(new Error('no store'));
  };
  reply = { status: 200, headers: {}, body: broken() };
  expect(await rawExchange(port, 'GET / HTTP/1.1\r\nHost: h\r\n\r\n')).toEqual([]);
  await expect(ended).rejects.toThrow('no store');
});

test('a failure after it is thrown too, and the body has no end', async () => {
  const broken = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from('a part');
    throw new Error('no store');
  };
  reply = { status: 200, headers: {}, body: broken() };
  await expect(fetch(`http://127.0.0.1:${port}/`).then((response) => response.text())).rejects.toThrow();
  await expect(ended).rejects.toThrow('no store');
});

// docs/faults.md: fault 75
test('a body is given up when its caller leaves, and is closed', async () => {
  let isClosed = false;
  const endless = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield Buffer.alloc(65_536);
    } finally {
      isClosed = true;
    }
  };
  reply = { status: 200, headers: {}, body: endless() };
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: h\r\n\r\n');
  await once(socket, 'data');
  socket.destroy();
  await ended.catch((thrown) => expect(thrown).toBeInstanceOf(CallerGone));
  await expect.poll(() => isClosed, { timeout: 30_000 }).toBe(true);
});
