import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listenWith } from './listener.js';
import { SERVER_OPTIONS } from './server-options.js';
import { startOf } from './write-whole.js';

/** More than a connection takes at once. */
const LARGE = Buffer.alloc(8_000_000, 'x');

/** Two servers with the same answers; one sends whole answers through `writeHead` and `end` of node:http. */
let servers: { readonly ours: Server; readonly documented: Server };
let ended: number;

beforeAll(async () => {
  servers = { ours: await serve(false), documented: await serve(true) };
});
afterAll(() => {
  for (const server of Object.values(servers)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(isOtherNode: boolean): Promise<Server> {
  const server = createServer(SERVER_OPTIONS);
  if (isOtherNode) server.prependListener('request', (_, response) => Reflect.deleteProperty(response, '_headerSent'));
  listenWith(server, {
    baseUrl: 'http://api.example',
    newRequestId: () => 'r1',
    answer: async ({ path, query }) => {
      if (path === '/slow') await new Promise((resolve) => setImmediate(resolve));
      if (path === '/fails') throw new Error('no store');
      const headers = { 'content-type': 'text/plain', ...(path === '/last' ? { connection: 'close' } : {}) };
      if (path === '/304') return { status: 304, headers, body: '' };
      if (path === '/large') return { status: 200, headers, body: LARGE };
      if (path === '/not-ascii') return { status: 200, headers, body: 'é' };
      return { status: 200, headers, body: `${path} ${query}`, own: { 'x-own': query } };
    },
    finished: () => void ended++,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const open = (server: Server): Socket => {
  const { port } = server.address() as AddressInfo;
  return connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => undefined);
};

/** What a connection brought until the server closed it, without times, lines of heads in one order. */
async function brought(server: Server, bytes: string, isHalfClosed: boolean): Promise<string> {
  const socket = open(server);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  if (isHalfClosed) socket.end(bytes, 'latin1');
  else socket.write(bytes, 'latin1');
  await once(socket, 'end');
  socket.destroy();
  return text
    .replaceAll(/\r\nDate: \w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT/gi, '\r\ndate: then')
    .replaceAll(/(HTTP\/1\.1 \d{3}[^\r]*\r\n)(.*?)\r\n\r\n/gs, (_, status: string, lines: string) =>
      [status, ...lines.split('\r\n').sort(), '', ''].join('\n'),
    );
}

const get = (path: string, ...lines: string[]) => `GET ${path} HTTP/1.1\r\nHost: h\r\n${lines.join('')}\r\n`;
const CLOSE = 'Connection: close\r\n';
const LAST = get('/z', CLOSE);

test.each([
  { name: 'one after another', bytes: get('/a?1') + LAST },
  { name: 'a pipeline of ten', bytes: Array.from({ length: 10 }, (_, i) => get(`/a?${i}`)).join('') + LAST },
  { name: 'a pipeline behind an answer that takes longer', bytes: get('/slow?1') + get('/a?2') + get('/304') + LAST },
  { name: 'HEAD', bytes: `${get('/a?1').replace('GET', 'HEAD')}${LAST}` },
  { name: 'a 304', bytes: get('/304') + get('/a?1') + LAST },
  { name: 'text beyond ASCII', bytes: get('/not-ascii') + LAST },
  { name: 'a failure', bytes: get('/fails') + LAST },
  { name: 'more than a connection takes at once', bytes: get('/large') + get('/a?1') + LAST },
  { name: 'an answer that closes its connection', bytes: get('/last') + get('/a?1') },
  { name: 'a caller who closes', bytes: get('/a?1', CLOSE) },
  { name: 'HTTP/1.0', bytes: 'GET /a?1 HTTP/1.0\r\n\r\n' },
  { name: 'HTTP/1.0 that stays', bytes: `GET /a?1 HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET /b HTTP/1.0\r\n\r\n` },
  { name: 'Expect: 100-continue', bytes: get('/a?1', 'Expect: 100-continue\r\n') },
  { name: 'a caller who sends no more', bytes: get('/a?1') + get('/a?2'), isHalfClosed: true },
  { name: 'a caller who sends no more, of an answer that takes longer', bytes: get('/slow?1'), isHalfClosed: true },
  { name: 'a body that nobody reads', bytes: get('/a?1', 'Content-Length: 0\r\n') + LAST },
  { name: 'bytes that are no request, behind one', bytes: `${get('/a?1')}nonsense\r\n\r\n` },
])('$name: the bytes that node:http itself would send', async ({ bytes, isHalfClosed = false }) => {
  const ours = await brought(servers.ours, bytes, isHalfClosed);
  expect(ours === (await brought(servers.documented, bytes, isHalfClosed)) || ours).toBe(true);
  expect(ours).toMatch(/^HTTP\/1\.1 \d{3}/);
});

test('a whole answer on a connection that stays open does without writeHead', async () => {
  let headed = 0;
  servers.ours.prependOnceListener('request', (_, response) => {
    const { writeHead } = response;
    response.writeHead = (...given: unknown[]) => {
      headed++;
      return Reflect.apply(writeHead, response, given);
    };
  });
  expect(await brought(servers.ours, get('/a?1') + LAST, false)).toContain('/a 1');
  expect(headed).toBe(0);
});

test('a slow reader gets all of it, and the next answer behind it', async () => {
  const accepted = once(servers.ours, 'connection') as Promise<[Socket]>;
  const socket = open(servers.ours);
  socket.pause();
  socket.write(get('/large') + LAST);
  const [served] = await accepted;
  await expect.poll(() => served.writableLength, { timeout: 30_000 }).toBeGreaterThan(0);
  let length = 0;
  let end = '';
  socket.on('data', (chunk: Buffer) => {
    length += chunk.length;
    end = (end + chunk.toString('latin1')).slice(-10);
  });
  socket.resume();
  await once(socket, 'end');
  socket.destroy();
  expect(length).toBeGreaterThan(LARGE.length);
  expect(end.endsWith('/z ')).toBe(true);
});

test('requests of a caller who leaves in the middle are over once, and others are answered', async () => {
  ended = 0;
  const socket = open(servers.ours);
  socket.write(get('/large') + get('/a?1'));
  await once(socket, 'data');
  socket.destroy();
  await expect.poll(() => ended, { timeout: 30_000 }).toBe(2);
  expect(await brought(servers.ours, LAST, false)).toContain('/z ');
});

test.each([
  { name: 'a line break', value: 'a\r\nset-cookie: b' },
  { name: 'a control character', value: 'a\u0000' },
  { name: 'a letter beyond latin1', value: '\u0100' },
])('$name in a header is refused as node:http refuses it', async ({ value }) => {
  const server = createServer(SERVER_OPTIONS);
  const reported: unknown[] = [];
  listenWith(server, {
    baseUrl: 'http://api.example',
    answer: () => ({ status: 200, headers: {}, body: '', own: { 'x-own': value } }),
    report: (thrown) => void reported.push(thrown),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = open(server);
  socket.write(get('/a'));
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  server.close();
  expect(chunk.toString('latin1')).toMatch(/^HTTP\/1\.1 500 /);
  expect(chunk.toString('latin1')).not.toMatch(/set-cookie/);
  expect(reported).toMatchObject([{ code: 'ERR_INVALID_CHAR' }]);
});

test.each([
  { name: 'a length', framing: ['content-length', '3'], start: 'HTTP/1.1 200 OK\r\ncontent-length: 3\r\n' },
  { name: 'nothing', framing: [], start: 'HTTP/1.1 200 OK\r\n' },
  { name: 'a connection that closes', framing: ['connection', 'close'], start: undefined },
  { name: 'two', framing: ['content-length', '3', 'connection', 'close'], start: undefined },
])('framing by $name', ({ framing, start }) => {
  expect(startOf(200, framing)).toBe(start);
});
