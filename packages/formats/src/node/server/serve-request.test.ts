import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { json } from '../../json.js';
import { rawExchange } from '../../testing/raw-exchange.js';
import { CallerGone, createScopes } from '../answer/request-scope.js';
import { type Connections, limitConnections } from './connections.js';
import {
  type Connection,
  Exchange,
  type FinishedRequest,
  newConnection,
  type Serving,
  serveRequest,
} from './serve-request.js';

/** A server whose requests go straight to `serveRequest`, without the listener around it. */
let server: Server;
let port: number;
let finished: FinishedRequest[];
let reported: unknown[];
let isRefusing: boolean;
let serving: Serving;
/** The connection of the newest request. */
let connection: Connection;
let connections: Connections;

beforeAll(async () => {
  server = createServer();
  connections = limitConnections(server);
  const scopes = createScopes(60_000);
  serving = {
    async answer(request, readBody) {
      if (request.path === '/throws') throw new Error('hunter2');
      if (request.path === '/gone') throw new CallerGone();
      if (request.path === '/read') return json(200, { bytes: (await readBody(100)).length });
      if (request.path === '/tagged') return { ...json(200, {}), headers: { etag: '"v1"' } };
      return json(200, { path: request.path });
    },
    arrive: (scope) => ({ receivedAt: 0, requestId: 'r1', baseUrl: 'http://api.example', scope }),
    encode: (reply) => reply,
    scopes,
    headers: ['x-common', 'yes'],
    noProgressMs: 60_000,
    keepAliveMs: server.keepAliveTimeout,
    report: (thrown) => void reported.push(thrown),
    finished: (one) => void finished.push(one),
  };
  server.on('request', (message, response) => {
    connection = newConnection(connections.of(message.socket));
    const exchange = new Exchange(connection, message, response, serving.scopes.open());
    const refusal = isRefusing ? ({ code: 'bad_request', what: 'request', expected: 'another' } as const) : undefined;
    serveRequest(serving, exchange, refusal);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
beforeEach(() => {
  finished = [];
  reported = [];
  isRefusing = false;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const send = async (lines: string) => (await rawExchange(port, lines.replace('HOST', 'Host: h\r\n')))[0]!;
/** The report of a request comes when its response is closed. */
const report = async () => {
  await expect.poll(() => finished.length, { timeout: 30_000 }).toBe(1);
  return finished[0]!;
};

test('an answer has its id and the headers of all, and is reported with the bytes that were sent', async () => {
  const answer = await send('GET /x HTTP/1.1\r\nHOSTConnection: close\r\n\r\n');
  expect(answer.headers).toMatchObject({ 'x-request-id': 'r1', 'x-common': 'yes' });
  const one = await report();
  expect(one).toMatchObject({ requestId: 'r1', status: 200, cut: undefined, remoteAddress: '127.0.0.1' });
  expect([one.request?.path, one.bodyBytes]).toEqual(['/x', Number(answer.headers['content-length'])]);
});

test('what is thrown becomes 500, is reported, and shows nothing of itself', async () => {
  const answer = await send('GET /throws HTTP/1.1\r\nHOSTConnection: close\r\n\r\n');
  expect([answer.status, answer.body.includes('hunter2'), String(reported)]).toEqual([500, false, 'Error: hunter2']);
  expect((await report()).status).toBe(500);
});

test('a request that is refused unread is answered, reported with its code, and is the last of its connection', async () => {
  isRefusing = true;
  const answer = await send('GET /x HTTP/1.1\r\nHOST\r\n');
  expect([answer.status, connection.isClosing]).toEqual([400, true]);
  expect(await report()).toMatchObject({ refusal: 'bad_request', status: 400 });
});

test.each([
  { name: 'a body that is read leaves the connection open', path: '/read', connection: 'keep-alive' },
  { name: 'a body of which not all is there closes it', path: '/unread', connection: 'close' },
])('$name', async ({ path, connection }) => {
  const isWhole = path === '/read';
  const head = `POST ${path} HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\n`;
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk) => (text += chunk));
  socket.write(head + (isWhole ? 'body' : 'b'));
  await report();
  await expect.poll(() => text, { timeout: 30_000 }).toMatch(new RegExp(`^connection: ${connection}\\r$`, 'im'));
  socket.destroy();
});

test('a caller who leaves before the answer is reported as gone, and is no error', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.write('POST /read HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\n', () => socket.resetAndDestroy());
  socket.on('error', () => undefined);
  expect((await report()).cut).toBe('caller_gone');
});

test('a caller who left while the answer was made is no error of the service, before the connection shows that it is closed', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET /gone HTTP/1.1\r\nHost: h\r\n\r\n');
  const { status, cut } = await report();
  expect([status, cut, reported]).toEqual([200, 'caller_gone', []]);
  socket.destroy();
});
