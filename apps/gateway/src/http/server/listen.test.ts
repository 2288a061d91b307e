import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { listen } from './listen.js';

const SOMAXCONN = '/proc/sys/net/core/somaxconn';

test.each([
  { host: '127.0.0.1', url: /^http:\/\/127\.0\.0\.1:\d+$/ },
  { host: '0.0.0.0', url: /^http:\/\/127\.0\.0\.1:\d+$/ },
])('a server on $host answers at a named host and the port that it took', async ({ host, url }) => {
  const server = createServer((_request, response) => response.end('ok'));
  const address = await listen(server, 0, host);
  expect(address).toMatch(url);
  expect(await (await fetch(address)).text()).toBe('ok');
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test('a port that is taken is an error', async () => {
  const first = createServer();
  const { port } = new URL(await listen(first, 0, '127.0.0.1'));
  await expect(listen(createServer(), Number(port), '127.0.0.1')).rejects.toThrow('EADDRINUSE');
  await new Promise((resolve) => first.close(resolve));
});

/** As many as the system lets wait; the usual is 4,096. */
const CALLERS = Math.min(1_000, existsSync(SOMAXCONN) ? Number(readFileSync(SOMAXCONN, 'utf8')) : 100);

test('a thousand callers who connect at once are all accepted, one a turn', async () => {
  let accepted = 0;
  const server = createServer().on('connection', () => accepted++);
  const { port } = new URL(await listen(server, 0, '127.0.0.1'));
  const callers = Array.from({ length: CALLERS }, () =>
    connect(Number(port), '127.0.0.1').on('error', () => undefined),
  );
  for (let turn = 0; turn < 1_100; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(accepted).toBe(callers.length);
  for (const caller of callers) caller.destroy();
  server.close();
});
