import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { ServiceError } from '@loadcast/core';
import { describe, expect, type TestContext, test } from 'vitest';
import { listenWith } from './listener.js';
import type { FinishedRequest } from './serve-request.js';
import { SERVER_OPTIONS } from './server-options.js';

/** More than the buffers of both ends of a connection take. */
const MANY_BYTES = 60_000_000;
const CHUNK = Buffer.alloc(1_000_000, 'x');

async function* chunks(): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < MANY_BYTES; sent += CHUNK.length) yield CHUNK;
}

/** One chunk, and then `next`. */
async function* begun(next: () => Promise<never>): AsyncGenerator<Uint8Array> {
  yield CHUNK;
  await next();
}

const forever = () => new Promise<never>(() => undefined);

const BODIES = {
  '/whole': () => Buffer.alloc(MANY_BYTES, 'x'),
  '/text': () => 'x'.repeat(MANY_BYTES),
  '/chunks': chunks,
  '/late': () => begun(forever),
  '/fails': () => begun(() => Promise.reject(new Error('hunter2'))),
  '/never': () =>
    (async function* () {
      yield await forever();
    })(),
};

/** How a caller takes its answer. */
const CALLERS = {
  takesAll: (socket: Socket) => void socket.resume(),
  takesNothing: (socket: Socket) => void socket.pause(),
  leaves: (socket: Socket) => void socket.once('data', () => socket.destroy()),
};

/** Which of its limits a row is about is short; on a slow machine any other would be met by chance. */
const SHORT_MS = 500;
const LONG_MS = 600_000;
const LIMITS = {
  none: { noProgressMs: LONG_MS, answerWithinMs: LONG_MS },
  reader: { noProgressMs: SHORT_MS, answerWithinMs: LONG_MS },
  answer: { noProgressMs: LONG_MS, answerWithinMs: SHORT_MS },
};

interface Served {
  readonly finished: FinishedRequest;
  readonly reported: readonly unknown[];
}

async function served(
  path: keyof typeof BODIES,
  caller: keyof typeof CALLERS,
  limit: keyof typeof LIMITS,
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
): Promise<Served> {
  const server = createServer(SERVER_OPTIONS);
  const reported: unknown[] = [];
  const one = new Promise<FinishedRequest>((finished) => {
    listenWith(server, {
      baseUrl: 'http://api.example',
      answer: () => ({ status: 200, headers: { 'content-type': 'text/plain' }, body: BODIES[path]() }),
      report: (thrown) => void reported.push(thrown),
      finished,
      ...LIMITS[limit],
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1', () => socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`));
  socket.on('error', () => undefined);
  CALLERS[caller](socket);
  onTestFinished(() => {
    socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  return { finished: await one, reported };
}

// docs/faults.md: faults 73, 75
describe.concurrent('how an answer ends', () => {
  test.for([
    { path: '/whole', caller: 'takesAll', limit: 'none', cut: undefined, reported: [] },
    { path: '/whole', caller: 'takesNothing', limit: 'reader', cut: 'reader_stalled', reported: [] },
    { path: '/whole', caller: 'leaves', limit: 'none', cut: 'caller_gone', reported: [] },
    { path: '/text', caller: 'takesAll', limit: 'none', cut: undefined, reported: [] },
    { path: '/text', caller: 'takesNothing', limit: 'reader', cut: 'reader_stalled', reported: [] },
    { path: '/chunks', caller: 'takesAll', limit: 'none', cut: undefined, reported: [] },
    { path: '/chunks', caller: 'takesNothing', limit: 'reader', cut: 'reader_stalled', reported: [] },
    { path: '/chunks', caller: 'leaves', limit: 'none', cut: 'caller_gone', reported: [] },
    { path: '/late', caller: 'takesAll', limit: 'answer', cut: 'answer_late', reported: [expect.any(ServiceError)] },
    { path: '/fails', caller: 'takesAll', limit: 'none', cut: 'answer_failed', reported: [new Error('hunter2')] },
  ] as const)('$path to a caller who $caller: $cut', async ({ path, caller, limit, cut, reported }, context) => {
    const one = await served(path, caller, limit, context);
    expect([one.finished.cut, one.finished.status, one.reported]).toEqual([cut, 200, reported]);
    if (cut === undefined) expect(one.finished.bodyBytes).toBe(MANY_BYTES);
    else expect(one.finished.bodyBytes).toBeLessThan(MANY_BYTES);
  });

  test('an answer that takes too long to begin is a whole answer, with its code in the trace', async (context) => {
    const { finished, reported } = await served('/never', 'takesAll', 'answer', context);
    expect([finished.cut, finished.status, finished.request?.trace?.errorCode]).toEqual([
      undefined,
      503,
      'unavailable',
    ]);
    expect(reported).toEqual([expect.any(ServiceError)]);
  });
});
