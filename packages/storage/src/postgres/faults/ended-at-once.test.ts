import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type Connections, openConnections } from '../connections.js';

const message = (type: string, content: string): Buffer => {
  const body = Buffer.from(content, 'latin1');
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
};

/** What a server sends that ends as soon as it has accepted a connection, in one piece: accepted, ready, the end. */
const ACCEPTED_AND_ENDED = Buffer.concat([
  message('R', '\0\0\0\0'),
  message('Z', 'I'),
  message('E', 'SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0'),
]);

// An unhandled error of a connection would end the process: vitest reports it.
test.each<{ name: string; use(connections: Connections): Promise<unknown> }>([
  { name: 'a statement', use: ({ query }) => query('select 1') },
  { name: 'a dedicated connection', use: ({ dedicated }) => dedicated() },
])('$name fails, and the process lives, where the server ends the connection as it accepts it', async ({ use }) => {
  const server = createServer((socket) => {
    socket.on('error', () => {}).once('data', () => socket.end(ACCEPTED_AND_ENDED));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const connections = openConnections({ connectionString: `postgres://loadcast@127.0.0.1:${port}/none` });
  onTestFinished(async () => {
    await connections.end();
    server.close();
  });
  await expect(use(connections)).rejects.toThrow();
});
