import { newSecurityEventId, type SecurityEvent } from '@loadcast/core/quota';
import { memoryControlStore } from '@loadcast/core/testing';
import { expect, onTestFinished, test } from 'vitest';
import { followCommandEvents } from './follow-commands.js';

const NOW = Date.UTC(2026, 10, 22, 8);
let made = 0;

function eventOf(over: Partial<SecurityEvent> = {}): SecurityEvent {
  made += 1;
  const id = newSecurityEventId(NOW, made, 'abcdefgh');
  const event: SecurityEvent = {
    id,
    at: NOW,
    kind: 'key-made',
    outcome: 'done',
    accountId: 'acc_1',
    via: 'cli',
    from: 'ana@host',
    keyId: null,
    detail: '',
  };
  return { ...event, ...over };
}

/** A followed store whose initial events have been read. */
async function followed(before: readonly SecurityEvent[], { isLogging = true } = {}) {
  const store = memoryControlStore();
  await store.addEvents(before);
  const logged: string[] = [];
  let looks = 0;
  const counted = {
    events: async (...asked: Parameters<typeof store.events>) => {
      const found = await store.events(...asked);
      looks += 1;
      return found;
    },
  };
  const log = (event: SecurityEvent): void => void logged.push(event.id);
  const isOwn = ({ id }: SecurityEvent): boolean => id.endsWith('herehere');
  const options = { store: counted, now: () => NOW, isLogging: () => isLogging, isOwn, log, everyMs: 5 };
  onTestFinished(followCommandEvents(options));
  const twoMore = async (): Promise<void> => {
    const until = looks + 2;
    await expect.poll(() => looks).toBeGreaterThanOrEqual(until);
  };
  await expect.poll(() => looks).toBeGreaterThan(0);
  return { store, logged, twoMore };
}

test('events of commands are logged once each, the oldest first', async () => {
  const { store, logged, twoMore } = await followed([]);
  const events = [eventOf(), eventOf({ kind: 'plan-set' }), eventOf({ kind: 'suspended' })];
  await store.addEvents(events);
  await expect.poll(() => logged.length).toBe(3);
  await twoMore();
  expect(logged).toEqual(events.map(({ id }) => id));
});

test.each([
  { name: 'recorded before the start', before: [eventOf()], after: [], isLogging: true },
  {
    name: 'of the account API, which are in the log already',
    before: [],
    after: [eventOf({ via: 'http' })],
    isLogging: true,
  },
  {
    name: 'of this process, which logged them when they happened',
    before: [],
    after: [eventOf({ id: newSecurityEventId(NOW, 9_999, 'herehere') })],
    isLogging: true,
  },
  { name: 'while another gateway logs them', before: [], after: [eventOf()], isLogging: false },
])('events are not logged: $name', async ({ before, after, isLogging }) => {
  const { store, logged, twoMore } = await followed(before, { isLogging });
  await store.addEvents(after);
  await twoMore();
  expect(logged).toEqual([]);
});
