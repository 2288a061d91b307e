import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { json } from '../../json.js';
import { rawExchange } from '../../testing/raw-exchange.js';
import { listenWith } from '../server/listener.js';
import { SERVER_OPTIONS } from '../server/server-options.js';

let server: Server;
let port: number;

beforeAll(async () => {
  server = listenWith(createServer(SERVER_OPTIONS), {
    baseUrl: 'http://api.example',
    answer: async ({ path }) => json(200, { path }),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

// docs/faults.md: fault 66
test.each([
  { name: 'no Host', version: '1.1', lines: '' },
  { name: 'two Hosts', version: '1.1', lines: 'Host: a\r\nHost: a\r\n' },
  { name: 'an empty Host', version: '1.1', lines: 'Host:\r\n' },
  { name: 'two Hosts in HTTP/1.0', version: '1.0', lines: 'Host: a\r\nHost: a\r\n' },
])('$name: refused by the reader of requests, with its error body', async ({ version, lines }) => {
  const answers = await rawExchange(port, `GET /x HTTP/${version}\r\n${lines}\r\n`);
  expect(answers.map(({ status }) => status)).toEqual([400]);
  const { headers, body } = answers[0]!;
  expect(JSON.parse(body)).toMatchObject({
    error: {
      code: 'bad_request',
      message: 'Host: expected one header with a valid host',
      request_id: headers['x-request-id'],
      details: { expected: 'one header with a valid host' },
    },
  });
});

test.each([
  { name: 'one Host in HTTP/1.1', version: '1.1', lines: 'Host: a\r\nConnection: close\r\n' },
  { name: 'HTTP/1.0 without Host', version: '1.0', lines: '' },
])('$name: answered', async ({ version, lines }) => {
  const answers = await rawExchange(port, `GET /x HTTP/${version}\r\n${lines}\r\n`);
  expect(answers.map(({ status, body }) => ({ status, body: JSON.parse(body) }))).toEqual([
    { status: 200, body: { path: '/x' } },
  ]);
});
