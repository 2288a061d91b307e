import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newSecurityEventId, type SecurityEvent } from '../accounts/security-event.js';
import type { EventStore } from '../ports/event-store.js';

const NOW = Date.UTC(2026, 10, 1, 8, 30);
/** Longer ago than events are kept, whenever the tests run. */
const LONG_AGO = Date.UTC(2020, 0, 1);

let made = 0;

/** A security event that no other test uses. */
export function testEvent(fields: Partial<SecurityEvent> = {}): SecurityEvent {
  made += 1;
  const at = fields.at ?? NOW + made;
  return {
    id: newSecurityEventId(at, made, 'tests'),
    at,
    kind: 'sign-in',
    outcome: 'done',
    accountId: `acc_of_${made}`,
    via: 'http',
    from: '192.0.2.1',
    keyId: null,
    detail: '',
    ...fields,
  };
}

/** What every adapter of `EventStore` must do. */
export function describeEventStore(
  name: string,
  open: () => Promise<{ store: EventStore; close(): Promise<void> }>,
): void {
  describe(`event store: ${name}`, () => {
    let opened: Awaited<ReturnType<typeof open>>;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened?.close());

    test('events come back as they were written, the newest first, and a second writing changes nothing', async () => {
      const { store } = opened;
      const accountId = 'acc_written';
      const first = testEvent({
        accountId,
        kind: 'key-made',
        keyId: 'key_1',
        detail: 'ci',
        via: 'cli',
        from: 'ana@host',
      });
      const second = testEvent({ accountId, outcome: 'refused', detail: 'unauthorized' });
      await store.addEvents([first, second]);
      await store.addEvents([{ ...first, detail: 'something else' }]);
      expect(await store.events({ accountId, limit: 10 })).toEqual([second, first]);
      expect(await store.events({ accountId, limit: 1 })).toEqual([second]);
    });

    test.each([
      { name: 'all', filter: {}, found: [3, 2, 1, 0] },
      { name: 'one kind', filter: { kind: 'key-made' }, found: [2] },
      { name: 'refusals', filter: { outcome: 'refused' }, found: [1] },
      { name: 'from an instant on', filter: { from: NOW + 20_002 }, found: [3, 2] },
      { name: 'before an instant', filter: { until: NOW + 20_002 }, found: [1, 0] },
      {
        name: 'a window and a kind',
        filter: { from: NOW + 20_001, until: NOW + 20_003, kind: 'key-made' },
        found: [2],
      },
    ] as const)('a filter: $name', async ({ name: filterName, filter, found }) => {
      const { store } = opened;
      const accountId = `acc_${filterName}`;
      const events = [
        testEvent({ accountId, at: NOW + 20_000 }),
        testEvent({ accountId, at: NOW + 20_001, outcome: 'refused' }),
        testEvent({ accountId, at: NOW + 20_002, kind: 'key-made' }),
        testEvent({ accountId: accountId, at: NOW + 20_003, kind: 'sign-out' }),
      ];
      await store.addEvents([...events, testEvent({ at: NOW + 20_002, kind: 'key-made' })]);
      expect(await store.events({ accountId, limit: 10, ...filter })).toEqual(found.map((index) => events[index]));
    });

    test('events without an account are read without a filter of accounts', async () => {
      const { store } = opened;
      const unknown = testEvent({ accountId: null, outcome: 'refused', at: NOW + 90_000 });
      await store.addEvents([unknown]);
      expect(await store.events({ from: NOW + 90_000, until: NOW + 90_001, limit: 10 })).toEqual([unknown]);
    });

    test('a sweep drops what is old, and of refusals and failures the oldest beyond the number', async () => {
      const { store } = opened;
      const accountId = 'acc_swept';
      const later = LONG_AGO + 200_000;
      const others = (await store.events({ from: NOW, limit: 1_000 })).filter(
        ({ outcome }) => outcome !== 'done',
      ).length;
      const old = testEvent({ accountId, at: later - 1 });
      const refused = [1, 2, 3].map((n) => testEvent({ accountId, at: later + n, outcome: 'refused' }));
      const failed = testEvent({ accountId, at: later + 4, outcome: 'failed' });
      const done = [5, 6, 7].map((n) => testEvent({ accountId, at: later + n }));
      await store.addEvents([old, ...refused, failed, ...done]);
      await store.sweepEvents(later, others + 2);
      const left = (await store.events({ accountId, limit: 100 })).map(({ id }) => id);
      expect(left).toEqual([...done.toReversed(), failed, refused[2]!].map(({ id }) => id));
      await store.sweepEvents(later, others + 100);
      expect(await store.events({ accountId, limit: 100 })).toHaveLength(5);
    });

    test('a sweep drops any number of refusals that a flood left', async () => {
      const { store } = opened;
      const accountId = 'acc_flooded';
      const flood = Array.from({ length: 450 }, (_, n) =>
        testEvent({ accountId, at: LONG_AGO + 300_000 + n, outcome: n % 9 === 0 ? 'failed' : 'refused' }),
      );
      const newer = (await store.events({ from: LONG_AGO + 300_450, limit: 1_000 })).filter(
        (e) => e.outcome !== 'done',
      );
      await store.addEvents(flood);
      await store.sweepEvents(LONG_AGO, newer.length + 20);
      const left = await store.events({ accountId, limit: 1_000 });
      expect(left.map(({ id }) => id)).toEqual(
        flood
          .slice(-20)
          .map(({ id }) => id)
          .toReversed(),
      );
    });
  });
}
