import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { SERVER_OPTIONS } from '../server-options.js';
import { LeanMessage } from './lean-message.js';

let server: Server | undefined;
afterEach(() => server?.close());

/** What a listener sees of each request on one connection. */
async function seen<T>(bytes: string, see: (message: IncomingMessage) => T | Promise<T>): Promise<T[]> {
  const all: T[] = [];
  server = createServer(SERVER_OPTIONS, async (message, response) => {
    all.push(await see(message));
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' }).resume();
  socket.end(bytes);
  await once(socket, 'close');
  return all;
}

const LAST = 'GET /z HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n';

function handedOver(message: IncomingMessage, isBodiless: boolean): LeanMessage {
  if (!(message instanceof LeanMessage)) throw new TypeError('SERVER_OPTIONS makes other messages');
  message.handOver(isBodiless);
  return message;
}

test.each([
  { name: 'HTTP/1.1', bytes: LAST, isWhole: false },
  { name: 'HTTP/1.1 with Expect', bytes: LAST.replace('Host', 'EXPECT: 100-continue\r\nHost'), isWhole: true },
  { name: 'HTTP/1.0', bytes: LAST.replace('1.1', '1.0'), isWhole: true },
])(
  '$name: headers by name are made on arrival: $isWhole; once handed over they are whole',
  async ({ bytes, isWhole }) => {
    const both = await seen(bytes, (message): IncomingHttpHeaders[] => [
      message.headers,
      handedOver(message, true).headers,
    ]);
    expect(both.map((headers) => headers.map(({ host }) => host))).toEqual([[isWhole ? 'h' : undefined, 'h']]);
  },
);

test('a body is read as of any message', async () => {
  const bytes = `POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc${LAST}`;
  const texts = await seen(bytes, async (message) => {
    let text = '';
    if (message.method === 'POST') for await (const chunk of handedOver(message, false)) text += chunk;
    return text;
  });
  expect(texts).toContain('abc');
});

test('the stream of a body that is not there is not run through, and the next request of its connection comes', async () => {
  const ends: string[] = [];
  const bytes = LAST.replace('Connection: close\r\n', '').repeat(3) + LAST;
  const paths = await seen(bytes, (message) => {
    for (const name of ['end', 'close']) message.on(name, () => ends.push(name));
    return handedOver(message, true).url;
  });
  expect(paths).toEqual(['/z', '/z', '/z', '/z']);
  expect(ends).toEqual([]);
});
