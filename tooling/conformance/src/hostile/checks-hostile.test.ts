import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCheck } from '../check.js';
import type { Service } from '../service.js';
import { SMUGGLING } from './attacks.data.js';
import { CHECKS_HOSTILE } from './checks-hostile.js';

/** Answers every request that it sees in the bytes, hidden ones too. */
let gullible: Server;
let service: Service;
beforeAll(async () => {
  gullible = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      const requests = chunk.toString('latin1').match(/[A-Z]+ \S+ HTTP\/\d/g) ?? [];
      for (const _ of requests) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      socket.end();
    });
  });
  await new Promise<void>((resolve) => gullible.listen(0, '127.0.0.1', resolve));
  const address = gullible.address();
  const base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  service = {
    base,
    key: 'key',
    smallKey: undefined,
    revokedKey: undefined,
    now: 0,
    today: '1970-01-01',
    longestWaitSeconds: 0,
    wait: () => Promise.resolve(),
    ask: () => Promise.resolve({ status: 500, headers: {}, bytes: Buffer.from(''), text: '' }),
  };
});
afterAll(() => new Promise<void>((resolve) => gullible.close(() => resolve())));

test.each(CHECKS_HOSTILE.map((check) => ({ name: check.name, check })))(
  'a server that believes everything fails: $name',
  async ({ check }) => {
    expect((await runCheck(check, service)).outcome).toBe('failed');
  },
);

test('there are attacks of every kind', () => expect(SMUGGLING.length).toBeGreaterThan(15));
