import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { isPortFree, requireFreePort } from './free-ports.js';

const HOST = '127.0.0.1';
const held: Server[] = [];

/** Holds a port, any where it is 0. */
async function hold(port = 0): Promise<number> {
  const server = createServer().listen({ port, host: HOST });
  await once(server, 'listening');
  held.push(server);
  return (server.address() as { port: number }).port;
}

afterEach(async () => {
  await Promise.all(held.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

test('a port that is taken is named with one that is free', async () => {
  const port = await hold();
  const failure = await requireFreePort('PORT', port, HOST, 'npm start').catch((error: Error) => error.message);
  expect(failure).toMatch(new RegExp(`^Port ${port} is taken\\. Try PORT=\\d+ npm start$`));
  expect(await isPortFree(Number(/PORT=(\d+)/.exec(String(failure))?.[1]), HOST)).toBe(true);
});

test('a port that is free stays free, and 0 always is', async () => {
  const port = await hold();
  held.pop()?.close();
  for (const each of [port, port, 0]) await requireFreePort('PORT', each, HOST, 'npm start');
});

test('an address that this machine does not have is named', async () => {
  await expect(requireFreePort('PORT', 0, '192.0.2.1', 'npm start')).rejects.toThrow(
    'This machine has no address 192.0.2.1.',
  );
});
