import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AttemptCounters } from '../ports/attempt-counters.js';
import { HOUR_MS } from '../time/instant.js';

const NOW = Date.UTC(2026, 10, 1, 8, 30);

/** What every adapter of `AttemptCounters` must do. */
export function describeAttemptCounters(
  name: string,
  open: () => Promise<{ counters: AttemptCounters; close(): Promise<void> }>,
): void {
  describe(`attempt counters: ${name}`, () => {
    let opened: Awaited<ReturnType<typeof open>>;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened?.close());

    test('attempts count up by name, with the time of the last', async () => {
      const { counters } = opened;
      for (let n = 1; n <= 6; n += 1) {
        expect(await counters.add('counted', HOUR_MS, NOW + n)).toEqual({ count: n, lastAt: NOW + n });
      }
      expect(await counters.add('another', HOUR_MS, NOW)).toEqual({ count: 1, lastAt: NOW });
      expect(await counters.read('counted', NOW + 7)).toEqual({ count: 6, lastAt: NOW + 6 });
      expect(await counters.read('never', NOW)).toBeUndefined();
    });

    test('of many at once none is lost', async () => {
      const { counters } = opened;
      await Promise.all(Array.from({ length: 100 }, () => counters.add('crowd', HOUR_MS, NOW)));
      expect((await counters.read('crowd', NOW))?.count).toBe(100);
    });

    test.each([1, 2, 3, 4, 6])(
      'of %i attempts those taken back count no more, and the count goes on from the rest',
      async (made) => {
        const { counters } = opened;
        const name = `taken back of ${made}`;
        for (let n = 0; n < made; n += 1) await counters.add(name, HOUR_MS, NOW + n);
        await counters.takeBack(name, NOW + made);
        expect((await counters.read(name, NOW + made))?.count ?? 0).toBe(made - 1);
        expect((await counters.add(name, HOUR_MS, NOW + made)).count).toBe(made);
        for (let n = 0; n <= made; n += 1) await counters.takeBack(name, NOW + made);
        expect(await counters.read(name, NOW + made)).toBeUndefined();
      },
    );

    test('a cleared name starts again', async () => {
      const { counters } = opened;
      for (let n = 0; n < 5; n += 1) await counters.add('cleared', HOUR_MS, NOW);
      await counters.clear('cleared');
      expect(await counters.read('cleared', NOW)).toBeUndefined();
      expect((await counters.add('cleared', HOUR_MS, NOW)).count).toBe(1);
    });
  });
}
