import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, type TestContext, test } from 'vitest';
import { rawExchange } from '../../testing/raw-exchange.js';
import { listenWith } from '../server/listener.js';
import { SERVER_OPTIONS } from '../server/server-options.js';

const KEPT_MS = 1_000;
const LONGER_MS = 3 * KEPT_MS;

async function* chunksForLonger(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('begun, ');
  await sleep(LONGER_MS);
  yield Buffer.from('ended');
}

async function listening({ onTestFinished }: TestContext): Promise<number> {
  const server = listenWith(createServer({ ...SERVER_OPTIONS, keepAliveTimeout: KEPT_MS }), {
    baseUrl: 'http://api.example',
    noProgressMs: 600_000,
    answer({ path }) {
      const at = { status: 200, headers: {}, body: 'at once' };
      if (path === '/late') return sleep(LONGER_MS).then(() => ({ ...at, body: 'late' }));
      return path === '/chunks' ? { ...at, body: chunksForLonger() } : at;
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** The bodies of the answers to requests in one pipeline, and their headers about how long the connection stays open. */
async function answersTo(context: TestContext, paths: readonly string[]) {
  const bytes = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`).join('');
  const answers = await rawExchange(await listening(context), bytes);
  const bodies = answers.map(({ body }) => body);
  return { bodies, kept: new Set(answers.map(({ headers }) => headers['keep-alive'])) };
}

/** All of them wait: at the same time. */
describe.concurrent('idle connections', () => {
  test.for([
    { name: 'one that is answered at once', paths: ['/'], bodies: ['at once'] },
    { name: 'one whose answer comes later than that', paths: ['/late'], bodies: ['late'] },
    { name: 'such a one behind another', paths: ['/', '/late'], bodies: ['at once', 'late'] },
    { name: 'one of each, in the other order', paths: ['/late', '/'], bodies: ['late', 'at once'] },
  ])('a connection is closed when it was idle for as long as its answers say: behind $name', async (given, context) => {
    const { bodies, kept } = await answersTo(context, given.paths);
    const { expect } = context;
    expect(bodies).toEqual(given.bodies);
    expect([...kept]).toEqual([`timeout=${KEPT_MS / 1_000}`]);
  });

  test('an answer whose chunks take longer than a connection may be idle comes whole', async (context) => {
    const response = await fetch(`http://127.0.0.1:${await listening(context)}/chunks`);
    const { expect } = context;
    expect([response.headers.get('keep-alive'), await response.text()]).toEqual(['timeout=1', 'begun, ended']);
  });
});
