import { CONTRACT_AREAS, findPlan, type Plan } from '@loadcast/core';
import type { Principal } from '@loadcast/formats';
import type { LoggedEvent } from '@loadcast/storage/sqlite';
import { beforeEach, expect, test } from 'vitest';
import { EventFeed } from './event-feed.js';
import type { EventStream } from './event-stream.js';
import type { EventFilter } from './service-event.js';
import type { StreamEnd } from './stream-options.js';

const NOW = Date.parse('2026-11-21T12:00:00Z');

let events: LoggedEvent[];
let reads: number;
let isGood: boolean;
let ends: StreamEnd[];
let feed: EventFeed;
beforeEach(() => {
  events = [];
  reads = 0;
  isGood = true;
  ends = [];
  feed = new EventFeed({
    areas: () => CONTRACT_AREAS,
    log: {
      newest: async () => events.length,
      async after(seq, most) {
        reads += 1;
        return events.slice(seq, seq + most);
      },
    },
    isGood: () => isGood,
    now: () => NOW,
    ended: (reason) => ends.push(reason),
  });
});

const principal = (plan = 'enterprise'): Principal => ({
  accountId: 'acc_1',
  keyId: 'key_1',
  plan: findPlan('a', plan) as Plan,
});

function happen(count: number, more: Partial<LoggedEvent> = {}): void {
  for (let n = 0; n < count; n += 1) {
    const seq = events.length + 1;
    events.push({ seq, name: `${seq}`, at: NOW, type: 'run.published', areaId: 'pjm', body: '{}', ...more });
  }
}

const open = (filter: EventFilter = {}, after?: number, plan?: string) =>
  feed.stream({ principal: principal(plan), filter, ...(after === undefined ? {} : { after }) });

async function read(stream: EventStream): Promise<string | undefined> {
  const { value, done } = await stream.next();
  return done ? undefined : Buffer.from(value).toString();
}

/** Ids of the events that a stream gives until it waits. */
async function idsUntil(stream: EventStream, last: number): Promise<number[]> {
  const ids: number[] = [];
  while (ids.at(-1) !== last) {
    const text = await read(stream);
    if (text === undefined) break;
    ids.push(...[...text.matchAll(/^id: evt_(\d+)$/gm)].map(([, id]) => Number(id)));
  }
  return ids;
}

const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

test('a stream begins now, and gives what happens from then on', async () => {
  happen(3);
  const stream = open();
  expect(await read(stream)).toContain('retry: 3000');
  happen(2);
  await feed.refresh();
  expect(await read(stream)).toBe(
    upTo(4, 5)
      .map(
        (seq) =>
          `id: evt_${seq}\nevent: run.published\ndata: {"id":"evt_${seq}","type":"run.published","at":"2026-11-21T12:00:00Z","region":"PJM","data":{}}\n\n`,
      )
      .join(''),
  );
});

test.each([
  { name: 'of the store', held: 0, after: 0 },
  { name: 'of the store, then of memory', held: 600, after: 700 },
  { name: 'of more than is held', held: 1_000, after: 3 },
])('a stream that comes again is given what it missed, once and in order: $name', async ({ held, after }) => {
  happen(1_200);
  const other = open();
  await read(other);
  happen(held);
  await feed.refresh();
  const stream = open({}, after);
  expect(await idsUntil(stream, 1_200 + held)).toEqual(upTo(after + 1, 1_200 + held));
  happen(1);
  await feed.refresh();
  expect(await idsUntil(stream, 1_201 + held)).toEqual([1_201 + held]);
});

test.each([
  { name: 'the newest', after: 2, begins: 'retry: 3000\n: events of Loadcast\n\n', next: 3 },
  { name: 'one ahead', after: 3, begins: 'id: evt_2\n: Last-Event-ID evt_3 is newer than the log', next: 3 },
  { name: 'one far ahead', after: 900, begins: 'id: evt_2\n: Last-Event-ID evt_900 is newer than the log', next: 3 },
])(
  'Last-Event-ID is that of $name: the stream resumes after the newest, and says so',
  async ({ after, begins, next }) => {
    happen(2);
    const stream = open({}, after);
    expect(await read(stream)).toContain(begins);
    happen(1);
    await feed.refresh();
    expect(await idsUntil(stream, next)).toEqual([next]);
  },
);

test.each<{ filter: EventFilter; plan: string; ids: number[] }>([
  { filter: {}, plan: 'enterprise', ids: [1, 2, 3, 4, 5] },
  { filter: { areas: ['miso'] }, plan: 'enterprise', ids: [2, 5] },
  { filter: { types: ['actual.arrived'] }, plan: 'enterprise', ids: [3, 4, 5] },
  { filter: { areas: ['pjm'], types: ['actual.arrived'] }, plan: 'enterprise', ids: [3, 4] },
  { filter: {}, plan: 'free', ids: [1, 2, 3, 5] },
])('$filter on plan $plan gives $ids', async ({ filter, plan, ids }) => {
  happen(1);
  happen(1, { areaId: 'miso' });
  happen(1, { type: 'actual.arrived', body: '{"timestamp":"2026-11-21T11:00:00Z"}' });
  happen(1, { type: 'actual.arrived', body: '{"timestamp":"2026-11-20T11:00:00Z"}' });
  happen(1, { type: 'actual.arrived', areaId: 'miso', body: '{"timestamp":"2026-11-21T11:00:00Z"}' });
  expect(await idsUntil(open(filter, 0, plan), ids.at(-1)!)).toEqual(ids);
});

// docs/faults.md: fault 116
test('a reader that takes nothing while 1,500 events happen is ended, and nothing is kept for it', async () => {
  const stream = open();
  await read(stream);
  happen(1);
  await feed.refresh();
  await read(stream);
  for (let n = 0; n < 15; n += 1) {
    happen(100);
    await feed.refresh();
  }
  expect(feed.head - feed.heldAfter).toBe(1_000);
  expect(await read(stream)).toMatch(/^retry: \d+\n\n$/);
  expect([await read(stream), ends, feed.open]).toEqual([undefined, ['slow'], 0]);
});

// docs/faults.md: fault 116
test('a stream that is reading when the gateway stops ends at once, not with the next heartbeat', async () => {
  const stream = open();
  await read(stream);
  const beats = feed.beats;
  const next = read(stream);
  await feed.drain(); // before the read has completed
  expect(await next).toMatch(/^retry: /);
  expect([feed.beats, ends]).toEqual([beats, ['draining']]);
});

test('streams of a key that is revoked end, and so do all when the gateway stops', async () => {
  const stream = open();
  await read(stream);
  const next = read(stream);
  isGood = false;
  happen(1);
  await feed.refresh();
  expect(await next).toMatch(/^retry: /);
  isGood = true;
  const other = open();
  await read(other);
  const last = read(other);
  await feed.drain();
  expect(await last).toMatch(/^retry: /);
  expect(ends).toEqual(['key', 'draining']);
  const late = open();
  await read(late);
  expect([await read(late), await read(late)]).toEqual([expect.stringMatching(/^retry: /), undefined]);
});

// docs/faults.md: fault 116
test('a key has four streams at a time; one that is left makes room', async () => {
  const streams = upTo(1, 4).map(() => open());
  for (const stream of streams) await read(stream);
  expect(() => feed.requireRoom(principal())).toThrow('4 event streams');
  expect(() => feed.requireRoom({ ...principal(), keyId: 'key_2' })).not.toThrow();
  await expect(open().next()).rejects.toThrow('4 event streams');
  await streams[0]!.return();
  expect([await read(streams[0]!), feed.open]).toEqual([undefined, 3]);
  expect(() => feed.requireRoom(principal())).not.toThrow();
});

test('many streams are fed by one reading of the store', async () => {
  const streams = upTo(1, 50).map((n) => feed.stream({ principal: { ...principal(), keyId: `key_${n}` }, filter: {} }));
  for (const stream of streams) await read(stream);
  reads = 0;
  happen(1);
  await feed.refresh();
  for (const stream of streams) expect(await read(stream)).toContain('id: evt_1');
  expect(reads).toBe(1);
});
