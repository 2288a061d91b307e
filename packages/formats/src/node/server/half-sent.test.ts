import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, expect, type TestContext, test } from 'vitest';
import { json } from '../../json.js';
import { limitConnections } from './connections.js';
import { listenWith } from './listener.js';
import type { FinishedRequest } from './serve-request.js';
import { SERVER_OPTIONS } from './server-options.js';

const QUICK = { headersTimeout: 400, requestTimeout: 400, connectionsCheckingInterval: 50 };

/** Timeouts long enough for data that a busy machine sends late. */
const PATIENT = { headersTimeout: 60_000, requestTimeout: 60_000, connectionsCheckingInterval: 50, answer: 60_000 };

/** A separate server per test, since the tests wait at the same time: its counts belong to this test alone. */
async function open({ onTestFinished }: Pick<TestContext, 'onTestFinished'>, timeouts = { ...QUICK, answer: 500 }) {
  const finished: FinishedRequest[] = [];
  /** Paths of requests whose answers were begun. */
  const begun: string[] = [];
  const { answer: answerWithinMs, ...ofParser } = timeouts;
  const server = createServer({ ...SERVER_OPTIONS, ...ofParser });
  const connections = limitConnections(server, { maxIdlePerAddress: 3 });
  listenWith(server, {
    baseUrl: 'http://api.example',
    connections,
    answerWithinMs,
    finished: (one) => finished.push(one),
    async answer(request, readBody) {
      begun.push(request.path);
      if (request.path === '/hangs') await new Promise(() => undefined);
      if (request.path === '/loops') {
        while (!request.scope?.over) await new Promise((resolve) => setTimeout(resolve, 10));
        throw request.scope.over;
      }
      if (request.path === '/late') {
        await new Promise<void>((resolve) => request.scope?.signal.addEventListener('abort', () => resolve()));
        return { status: 503, headers: { 'content-type': 'application/xml' }, body: '<late/>' };
      }
      if (request.path === '/unread') return json(405, {});
      return json(200, { length: (await readBody(10)).length });
    },
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { connections, finished, begun, talk: (bytes: string) => talkTo(port, bytes) };
}

interface Talk {
  readonly socket: Socket;
  /** Everything received until the server closed the connection. */
  readonly closed: Promise<string>;
  /** Resolves when a text has been received. */
  received(text: string): Promise<void>;
}

function talkTo(port: number, bytes: string): Talk {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let text = '';
  const waiting = new Set<() => void>();
  socket.on('data', (chunk) => {
    text += chunk;
    for (const look of waiting) look();
  });
  socket.on('error', () => undefined);
  socket.write(bytes);
  const closed = new Promise<string>((resolve) => {
    socket.on('end', () => socket.end());
    socket.on('close', () => resolve(text));
  });
  const received = (wanted: string) =>
    new Promise<void>((resolve) => {
      const look = () => text.includes(wanted) && resolve();
      waiting.add(look);
      look();
    });
  return { socket, closed, received };
}

const post = (headers: string, body: string, path = '/') =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n${body}`;
const statusOf = (text: string) => [...text.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status));
const codeOf = (text: string) => JSON.parse(text.slice(text.lastIndexOf('{"error"'))).error.code;

test.for([
  { name: 'of no bytes', headers: 'Content-Length: 0', body: '', length: 0 },
  { name: 'without a length', headers: 'X-None: 1', body: '', length: 0 },
  { name: 'of no chunk', headers: 'Transfer-Encoding: chunked', body: '0\r\n\r\n', length: 0 },
  { name: 'of three bytes', headers: 'Content-Length: 3', body: 'abc', length: 3 },
])('a body $name is read to its end', async ({ headers, body, length }, context) => {
  const { talk } = await open(context, PATIENT);
  const { socket, received } = talk(post(headers, body) + post(headers, body, '/again'));
  await received(`{"length":${length}}`);
  socket.end();
});

/** Most of them wait for a timeout of the server: at the same time. */
describe.concurrent('half-sent requests', () => {
  // docs/faults.md: fault 73
  test.for([
    {
      name: 'no more comes',
      headers: 'Content-Length: 5',
      body: '{',
      ends: false,
      status: 408,
      code: 'request_timeout',
    },
    { name: 'the caller ends', headers: 'Content-Length: 5', body: '{', ends: true, status: 400, code: 'bad_request' },
    {
      name: 'no chunk comes',
      headers: 'Transfer-Encoding: chunked',
      body: '3\r\nab',
      ends: false,
      status: 408,
      code: 'request_timeout',
    },
    {
      name: 'a chunk is cut',
      headers: 'Transfer-Encoding: chunked',
      body: '3\r\nab',
      ends: true,
      status: 400,
      code: 'bad_request',
    },
    {
      name: 'a chunk is malformed',
      headers: 'Transfer-Encoding: chunked',
      body: 'zz\r\n',
      ends: false,
      status: 400,
      code: 'bad_request',
    },
    {
      name: 'it is announced too large',
      headers: 'Content-Length: 11',
      body: '',
      ends: false,
      status: 413,
      code: 'payload_too_large',
    },
    {
      name: 'it becomes too large',
      headers: 'Transfer-Encoding: chunked',
      body: `b\r\n${'x'.repeat(11)}\r\n`,
      ends: false,
      status: 413,
      code: 'payload_too_large',
    },
  ])(
    'a body of which $name: answered once with its own code, then closed',
    async ({ headers, body, ends, status, code }, context) => {
      const { talk } = await open(context);
      const { socket, closed } = talk(post(headers, body));
      if (ends) socket.end();
      const text = await closed;
      expect(statusOf(text)).toEqual([status]);
      expect(codeOf(text)).toBe(code);
      expect(text.toLowerCase()).toContain('connection: close');
    },
  );

  test('a half-sent body that the endpoint does not read: its answer, then only a close', async (context) => {
    const { talk } = await open(context);
    expect(statusOf(await talk(post('Content-Length: 5', '{', '/unread')).closed)).toEqual([405]);
  });

  test('a body is asked for with 100 Continue when it is wanted, and not when it is not', async (context) => {
    const { talk } = await open(context, PATIENT);
    const wanted = talk(post('Content-Length: 2\r\nConnection: close\r\nExpect: 100-continue', ''));
    await wanted.received('100 Continue');
    wanted.socket.write('hi');
    expect(statusOf(await wanted.closed)).toEqual([100, 200]);
    const unwanted = talk(post('Content-Length: 2\r\nExpect: 100-continue', '', '/unread'));
    expect(statusOf(await unwanted.closed)).toEqual([405]);
  });

  test.for(['/hangs', '/loops'])(
    'an answer that takes too long (%s) becomes unavailable, with Retry-After',
    async (path, context) => {
      const { talk } = await open(context);
      const text = await talk(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`).closed;
      expect(statusOf(text)).toEqual([503]);
      expect(codeOf(text)).toBe('unavailable');
      expect(text.toLowerCase()).toContain('retry-after: 5');
    },
  );

  test('the error of an answer that took too long keeps its own format', async (context) => {
    const { talk } = await open(context);
    const text = await talk('GET /late HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n').closed;
    expect([statusOf(text), text.slice(text.indexOf('\r\n\r\n') + 4)]).toEqual([[503], '<late/>']);
  });

  test('refusals of the parser are finished requests, with their id, status and code', async (context) => {
    const { talk, finished } = await open(context);
    const text = await talk('FROB / HTTP/1.1\r\nHost: a\r\n\r\n').closed;
    const id = /x-request-id: (\S+)/i.exec(text)?.[1];
    expect(finished).toEqual([
      expect.objectContaining({ requestId: id, status: 501, refusal: 'not_implemented', remoteAddress: '127.0.0.1' }),
    ]);
  });

  // docs/faults.md: fault 74
  // docs/faults.md: fault 74
  test.for([
    { name: 'for a second', count: 4 },
    { name: 'at all', count: 13 },
  ])(
    'of $count connections of one address that are idle $name the longest is closed, and busy ones are not',
    async ({ count }, context) => {
      const { talk, connections } = await open(context, { ...PATIENT, answer: 3_000 });
      const busy = talk('GET /hangs HTTP/1.1\r\nHost: a\r\n\r\n');
      const idle = Array.from({ length: count }, () => talk(''));
      const first = await Promise.race(idle.map(({ closed }, i) => closed.then(() => i)));
      expect(first).toBe(0);
      expect(connections.dropped).toBeGreaterThan(0);
      expect(statusOf(await Promise.race([busy.closed, busy.received('503').then(() => 'HTTP/1.1 503')]))).toEqual([
        503,
      ]);
      for (const { socket } of [busy, ...idle]) socket.destroy();
    },
  );

  // docs/faults.md: fault 74
  test('a crowd of one address whose requests come a moment after its connections is answered', async (context) => {
    const { talk, connections } = await open(context, PATIENT);
    const crowd = Array.from({ length: 10 }, () => talk(''));
    await expect.poll(() => connections.open + connections.dropped).toBe(10);
    for (const { socket } of crowd) socket.write('GET /unread HTTP/1.1\r\nHost: a\r\n\r\n');
    const answers = crowd.map(({ closed, received }) => Promise.race([closed, received('405').then(() => '405')]));
    expect(await Promise.all(answers)).toEqual(crowd.map(() => '405'));
    for (const { socket } of crowd) socket.destroy();
  });

  test('every connection is gone in the end', async (context) => {
    const { talk, connections } = await open(context);
    const cut = Array.from({ length: 200 }, (_, i) => talk(post('Content-Length: 5', '{').slice(0, 1 + i)));
    for (const { socket } of cut.filter((_, i) => i % 2 === 0)) socket.end();
    await Promise.all(cut.map(({ closed }) => closed));
    while (connections.open > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(connections.open).toBe(0);
  });

  // docs/faults.md: fault 75
  test('work for a caller who left ends, and is reported as cut without a byte', async (context) => {
    const { talk, finished, begun } = await open(context);
    const { socket } = talk('GET /loops HTTP/1.1\r\nHost: a\r\n\r\n');
    while (begun.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    socket.destroy();
    while (finished.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(finished[0]).toMatchObject({ cut: 'caller_gone', bodyBytes: 0 });
  });
});
