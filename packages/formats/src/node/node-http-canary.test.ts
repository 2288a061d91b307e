import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';

/**
 * `writeWhole` sets two fields of node:http that are not documented. Each row is a property it depends on: a Node that fails
 * a row needs another way to skip the head, or `engines` that leave it out.
 */
const CHANGED = `Node ${process.version} changed a private field of node:http that writeWhole sets`;

const fieldsOf = (response: object) => ({
  head: Reflect.get(response, '_header') as unknown,
  isSent: Reflect.get(response, '_headerSent') as unknown,
});

const seen = new Map<string, unknown>();
let received = '';
const server = createServer((request, response) => {
  if (request.url === '/by-hand') {
    response.socket?.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok');
    Reflect.set(response, '_header', 'any text');
    Reflect.set(response, '_headerSent', true);
    seen.set('headersSent after the fields were set', response.headersSent);
    response.end();
    seen.set('the response is over after end()', response.writableEnded);
    return;
  }
  seen.set(
    'both are own fields',
    ['_header', '_headerSent'].map((name) => Object.hasOwn(response, name)),
  );
  seen.set('before the head', fieldsOf(response));
  response.writeHead(200, { 'Content-Length': 2 });
  const { head, isSent } = fieldsOf(response);
  seen.set('after writeHead', { head: String(head).split('\r\n')[0], isSent });
  response.end('ok');
  seen.set('after end', fieldsOf(response).isSent);
});

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  for (const path of ['/by-node', '/by-hand']) {
    const [reply] = await once(get({ host: '127.0.0.1', port, path, agent: false }), 'response');
    received = await text(reply);
  }
});
afterAll(() => void server.close());

test.each([
  { what: 'both are own fields', is: [true, true] },
  { what: 'before the head', is: { head: null, isSent: false } },
  { what: 'after writeHead', is: { head: 'HTTP/1.1 200 OK', isSent: false } },
  { what: 'after end', is: true },
  { what: 'headersSent after the fields were set', is: true },
  { what: 'the response is over after end()', is: true },
])('_header and _headerSent, $what', ({ what, is }) => {
  expect(seen.get(what), CHANGED).toEqual(is);
});

test('a response whose fields are set writes no head of its own', () => {
  expect(received, CHANGED).toBe('ok');
});
