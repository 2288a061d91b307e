import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { SecurityEvent } from '@loadcast/core/quota';
import { testEvent } from '@loadcast/core/testing';
import { expect, onTestFinished, test } from 'vitest';
import { sendEvents } from './log-security-events.js';

interface Received {
  readonly ids: readonly string[];
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** A system that keeps events, in a process of its own in earnest. */
async function keeper() {
  const state = { status: 204, received: [] as Received[], refused: 0 };
  const server = createServer(async (request, response) => {
    const lines = (await text(request)).split('\n').filter((line) => line !== '');
    if (state.status === 204)
      state.received.push({ ids: lines.map((line) => JSON.parse(line).id), headers: request.headers });
    else state.refused += 1;
    response.writeHead(state.status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const failures: number[] = [];
  const sent = sendEvents({
    url: `http://loadcast:s%40cret@127.0.0.1:${port}/events`,
    failed: (_error, count) => failures.push(count),
    firstRetryMs: 5,
  });
  onTestFinished(() => sent.close());
  const ids = () => state.received.flatMap((request) => request.ids);
  return { state, sent, failures, ids };
}

const events = (count: number): SecurityEvent[] => Array.from({ length: count }, () => testEvent());
const idsOf = (list: readonly SecurityEvent[]) => list.map(({ id }) => id);

test('events arrive whole and in order, with the credentials of the address in a header', async () => {
  const { state, sent, failures, ids } = await keeper();
  const happened = events(1_200);
  for (const event of happened) sent.send(event);
  await expect.poll(() => ids().length).toBe(1_200);
  expect(ids()).toEqual(idsOf(happened));
  expect(failures).toEqual([]);
  const authorization = `Basic ${Buffer.from('loadcast:s@cret').toString('base64')}`;
  expect(state.received[0]!.headers).toMatchObject({ authorization, 'content-type': 'application/x-ndjson' });
});

test('while the other system refuses, events wait, and none is lost or sent twice; the log hears of it once', async () => {
  const { state, sent, failures, ids } = await keeper();
  state.status = 503;
  const happened = events(3);
  for (const event of happened) sent.send(event);
  await expect.poll(() => state.refused).toBeGreaterThanOrEqual(3);
  state.status = 204;
  const later = testEvent();
  sent.send(later);
  await expect.poll(() => ids().length).toBe(4);
  expect(ids()).toEqual(idsOf([...happened, later]));
  expect(failures).toHaveLength(1);
});

test('a close sends what waits', async () => {
  const { state, sent, ids } = await keeper();
  state.status = 503;
  const happened = events(2);
  for (const event of happened) sent.send(event);
  await expect.poll(() => state.refused).toBeGreaterThanOrEqual(1);
  state.status = 204;
  await sent.close();
  expect(ids()).toEqual(idsOf(happened));
});

test('beyond ten thousand that wait, the newest are dropped and counted', async () => {
  const { state, sent, failures, ids } = await keeper();
  state.status = 503;
  for (const event of events(10_003)) sent.send(event);
  await expect.poll(() => state.refused).toBeGreaterThanOrEqual(2);
  state.status = 204;
  await expect.poll(() => ids().length, { timeout: 20_000 }).toBe(10_000);
  await expect.poll(() => failures.at(-1)).toBe(3);
});
