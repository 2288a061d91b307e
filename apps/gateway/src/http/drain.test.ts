import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type Connections, limitConnections } from '@loadcast/formats/node';
import { expect, test } from 'vitest';
import { drain } from './drain.js';

/** A server whose answers are held back, with one request in progress. */
async function busyServer(): Promise<{
  server: Server;
  connections: Connections;
  held: ServerResponse;
  answer: Promise<string>;
}> {
  const server = createServer();
  const connections = limitConnections(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const arrived = new Promise<ServerResponse>((resolve) => {
    server.once('request', (_request, response) => resolve(response));
  });
  const answer = fetch(`http://127.0.0.1:${port}/`).then(
    (response) => response.text(),
    () => 'cut',
  );
  return { server, connections, held: await arrived, answer };
}

test('a request in progress gets its answer', async () => {
  const { server, connections, held, answer } = await busyServer();
  const drained = drain(server, connections);
  await expect.poll(() => server.listening).toBe(false);
  held.end('late');
  await drained;
  expect(await answer).toBe('late');
});

test('a request that never ends is cut after drainMs', async () => {
  const { server, connections, answer } = await busyServer();
  await drain(server, connections, { drainMs: 50 });
  expect(await answer).toBe('cut');
});

// docs/faults.md: fault 99
test.each([
  { name: 'that has sent nothing', sent: '' },
  { name: 'between two requests', sent: 'GET / HTTP/1.1\r\nhost: x\r\n\r\n' },
])('a connection $name is closed without being waited for', async ({ sent }) => {
  const server = createServer((_request, response) => response.end('ok'));
  const connections = limitConnections(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await new Promise((resolve) => socket.once('connect', resolve));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  if (sent !== '') {
    socket.write(sent);
    await new Promise((resolve) => socket.once('data', resolve));
  }
  socket.resume().on('error', () => undefined);
  await drain(server, connections, { drainMs: 2 ** 31 - 1 }); // nothing is cut: the test ends only if they are closed
  await closed;
});

test('callers who connect again after every answer are answered or refused, and none is reset', async () => {
  let held: Promise<void> | undefined;
  const server = createServer(async (_request, response) => {
    await held;
    expect(held === undefined || !server.listening).toBe(true);
    response.setHeader('connection', 'close').end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const outcomes = new Map<string, number>();
  const askUntilRefused = async () => {
    for (let outcome = ''; outcome !== 'ECONNREFUSED'; ) {
      outcome = await fetch(url).then(
        (response) => response.text(),
        (error) => error.cause?.code ?? error.message,
      );
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  };
  const asking = Array.from({ length: 20 }, askUntilRefused);
  await expect.poll(() => outcomes.get('ok') ?? 0).toBeGreaterThan(100);
  await drain(server, limitConnections(server), {
    holdAnswers(until) {
      held = until;
    },
  });
  await Promise.all(asking);
  expect(Object.fromEntries(outcomes)).toEqual({ ok: expect.any(Number), ECONNREFUSED: 20 });
});

test('a server that does not listen is drained already', async () => {
  const server = createServer();
  await expect(drain(server, limitConnections(server))).resolves.toBeUndefined();
});
