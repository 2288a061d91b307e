import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { drain } from './drain.js';

/** A server whose answers are held back, with one request in progress. */
async function busyServer(): Promise<{ server: Server; held: ServerResponse; answer: Promise<string> }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const arrived = new Promise<ServerResponse>((resolve) => {
    server.once('request', (_request, response) => resolve(response));
  });
  const answer = fetch(`http://127.0.0.1:${port}/`).then(
    (response) => response.text(),
    () => 'cut',
  );
  return { server, held: await arrived, answer };
}

test('a request in progress gets its answer', async () => {
  const { server, held, answer } = await busyServer();
  const drained = drain(server);
  expect(server.listening).toBe(false);
  held.end('late');
  await drained;
  expect(await answer).toBe('late');
});

test('a request that never ends is cut after drainMs', async () => {
  const { server, answer } = await busyServer();
  await drain(server, { drainMs: 50 });
  expect(await answer).toBe('cut');
});

test('idle connections do not hold it up', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await new Promise((resolve) => socket.once('connect', resolve));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.resume().on('error', () => undefined);
  await drain(server);
  await closed;
});

test('a server that does not listen is drained already', async () => {
  await expect(drain(createServer())).resolves.toBeUndefined();
});
