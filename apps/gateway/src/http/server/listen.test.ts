import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { listen } from './listen.js';

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
