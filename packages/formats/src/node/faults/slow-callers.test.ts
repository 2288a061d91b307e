import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, type TestContext, test } from 'vitest';
import { holdsWithin } from '../../../../../tooling/testing/holds-within.js';
import { type KeyedServer, startKeyedServer } from '../../testing/keyed-server.js';

/** A separate server per test, since the tests wait at the same time: its counts belong to this test alone. */
async function open({ onTestFinished }: Pick<TestContext, 'onTestFinished'>): Promise<KeyedServer> {
  const keyed = await startKeyedServer();
  onTestFinished(() => keyed.close());
  return keyed;
}

// docs/faults.md: fault 73
/** Whether none is made for a while: the one under way when a connection closes may still end. */
async function noMoreBlocks(keyed: KeyedServer): Promise<boolean> {
  const made = keyed.blocksMade();
  await sleep(200);
  return keyed.blocksMade() === made;
}

describe.concurrent('slow callers', () => {
  /** How long until the server closes a connection on which `send` was called, ms. */
  function untilClosed({ port }: KeyedServer, send: (write: (bytes: string) => void) => void): Promise<number> {
    return new Promise((resolve) => {
      const startedAt = performance.now();
      const socket = connect(port, '127.0.0.1', () => send((bytes) => socket.writable && socket.write(bytes)));
      socket.resume();
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(performance.now() - startedAt));
    });
  }

  const connections = ({ server }: KeyedServer) =>
    new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));

  test('a connection that sends nothing is closed', async (context) => {
    expect(await untilClosed(await open(context), () => undefined)).toBeLessThan(15_000);
  });

  test('headers that come a byte at a time are cut off', async (context) => {
    let drip: NodeJS.Timeout | undefined;
    const elapsed = await untilClosed(await open(context), (write) => {
      write('GET /v1/demand HTTP/1.1\r\nHost: a\r\nX: ');
      drip = setInterval(() => write('x'), 50);
    });
    clearInterval(drip);
    expect(elapsed).toBeLessThan(15_000);
  });

  test('a body that comes a byte at a time is cut off', async (context) => {
    let drip: NodeJS.Timeout | undefined;
    const elapsed = await untilClosed(await open(context), (write) => {
      write('POST /v1/demand HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n');
      drip = setInterval(() => write('x'), 50);
    });
    clearInterval(drip);
    expect(elapsed).toBeLessThan(15_000);
  });

  test('an idle connection is closed after its answer', async (context) => {
    expect(
      await untilClosed(await open(context), (write) => write('GET /v1/x HTTP/1.1\r\nHost: a\r\n\r\n')),
    ).toBeLessThan(15_000);
  });

  test('a reader that takes nothing is cut off, and nothing more is made for it', async (context) => {
    const keyed = await open(context);
    const before = keyed.blocksMade();
    const socket = connect(keyed.port, '127.0.0.1', () => socket.write('GET /v1/endless HTTP/1.1\r\nHost: a\r\n\r\n'));
    socket.pause();
    socket.on('error', () => undefined);
    expect(await holdsWithin(10_000, () => keyed.blocksMade() > before)).toBe(true);
    expect(await holdsWithin(10_000, async () => (await connections(keyed)) === 0)).toBe(true);
    expect(await holdsWithin(10_000, () => noMoreBlocks(keyed))).toBe(true);
    socket.destroy();
  });

  // docs/faults.md: fault 75
  test('no more blocks are made for 100 callers who disconnect in the middle', async (context) => {
    const keyed = await open(context);
    await Promise.all(
      Array.from({ length: 100 }, async () => {
        const controller = new AbortController();
        const response = await fetch(`http://127.0.0.1:${keyed.port}/v1/endless`, { signal: controller.signal });
        await response.body?.getReader().read();
        controller.abort();
      }),
    );
    expect(await holdsWithin(10_000, async () => (await connections(keyed)) === 0)).toBe(true);
    expect(await holdsWithin(10_000, () => noMoreBlocks(keyed))).toBe(true);
  });
});
