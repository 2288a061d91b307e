import { expect, test } from 'vitest';
import { createClient, type EventOptions, type ServiceEvent } from '../index.js';
import { refusal, type Step, scriptedServer } from '../testing/scripted-server.js';

const event = (place: number): string => {
  const data = { id: `evt_${place}`, type: 'run.published', at: '2026-11-21T16:00:00Z', region: 'PJM', data: {} };
  return `id: evt_${place}\nevent: run.published\ndata: ${JSON.stringify(data)}\n\n`;
};

/** A stream of parts; then it ends, or its connection is cut. */
const stream =
  (parts: readonly string[], end: 'ends' | 'is cut' | 'stays' = 'ends'): Step =>
  async (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const part of parts) await new Promise((resolve) => response.write(part, resolve));
    if (end === 'ends') response.end();
    if (end === 'is cut') response.destroy();
  };

async function firstEvents(
  steps: readonly Step[],
  count: number,
  options: EventOptions = {},
): Promise<{ ids: string[]; lastIds: (string | undefined)[] }> {
  await using server = await scriptedServer(steps);
  const client = createClient({ baseUrl: server.url, key: 'k' });
  const events: ServiceEvent[] = [];
  for await (const each of client.events({}, options)) if (events.push(each) === count) break;
  const lastIds = server.requests.map(({ headers }) => headers['last-event-id'] as string | undefined);
  return { ids: events.map(({ id }) => id), lastIds };
}

const NOW = 'retry: 1\n: events of Loadcast\n\n';

test.each<{ name: string; steps: readonly Step[]; lastIds: (string | undefined)[] }>([
  { name: 'one stream', steps: [stream([NOW, event(1), ':\n\n', event(2), event(3)], 'stays')], lastIds: [undefined] },
  {
    name: 'parts that end in mid-event',
    steps: [stream([NOW, event(1) + event(2).slice(0, 20), event(2).slice(20), event(3)], 'stays')],
    lastIds: [undefined],
  },
  {
    name: 'a stream that a restarted gateway ends',
    steps: [stream([NOW, event(1), 'retry: 2\n\n']), stream([NOW, event(2), event(3)], 'stays')],
    lastIds: [undefined, 'evt_1'],
  },
  {
    name: 'an id that a restored service replaces',
    steps: [
      stream([NOW, event(1), 'retry: 2\n\n']),
      stream([NOW, 'id: evt_0\n: resumed after evt_0\n\n']),
      stream([NOW, event(2), event(3)], 'stays'),
    ],
    lastIds: [undefined, 'evt_1', 'evt_0'],
  },
  {
    name: 'a lost connection, in mid-event',
    steps: [stream([NOW, event(1), event(2), event(3).slice(0, 9)], 'is cut'), stream([NOW, event(3)], 'stays')],
    lastIds: [undefined, 'evt_2'],
  },
  {
    name: '429 and 503 with Retry-After',
    steps: [
      refusal(429, 'rate_limited', { 'retry-after': '0' }),
      refusal(503, 'unavailable', { 'retry-after': '0' }),
      stream([NOW, event(1), event(2), event(3)], 'stays'),
    ],
    lastIds: [undefined, undefined, undefined],
  },
])('events come in order, each once, over $name', async ({ steps, lastIds }) => {
  const found = await firstEvents(steps, 3);
  expect(found).toEqual({ ids: ['evt_1', 'evt_2', 'evt_3'], lastIds });
});

test('a stream begins after the event that the caller has seen', async () => {
  const { lastIds } = await firstEvents([stream([NOW, event(9)], 'stays')], 1, { lastEventId: 'evt_8' });
  expect(lastIds).toEqual(['evt_8']);
});

test('a refusal that does not pass is thrown', async () => {
  await expect(firstEvents([refusal(403, 'plan_limit')], 1)).rejects.toMatchObject({ code: 'plan_limit', status: 403 });
});

test('an aborted signal ends the loop with its reason', async () => {
  const caller = new AbortController();
  const reason = new Error('left');
  await using server = await scriptedServer([stream([NOW, event(1)], 'stays')]);
  const client = createClient({ baseUrl: server.url });
  const loop = async () => {
    for await (const _ of client.events({}, { signal: caller.signal })) caller.abort(reason);
  };
  await expect(loop()).rejects.toBe(reason);
});
