import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { memoryVintageStore } from '../memory/memory-vintage-store.js';
import { buildVintage } from '../testing/builders.js';
import { HOUR_MS } from '../time/instant.js';
import { vintagesAt } from './vintages-at.js';

const FIRST = Date.parse('2026-07-01T00:00Z');

const anyRuns = fc.array(
  fc.record({ issuedHour: fc.integer({ min: 0, max: 40 }), delayHours: fc.integer({ min: 0, max: 5 }) }),
  { maxLength: 12 },
);
const anyInstants = fc.array(fc.integer({ min: -5, max: 50 }), { minLength: 1, maxLength: 20 });

async function storeOf(runs: readonly { readonly issuedHour: number; readonly delayHours: number }[]) {
  const store = memoryVintageStore();
  for (const { issuedHour, delayHours } of runs) {
    const issuedAt = FIRST + issuedHour * HOUR_MS;
    await store.append(buildVintage({ issuedAt, availableAt: issuedAt + delayHours * HOUR_MS }));
  }
  return store;
}

test('gives for every instant what newest gives, runs that come late and out of order included', async () => {
  await fc.assert(
    fc.asyncProperty(anyRuns, anyInstants, async (runs, hours) => {
      const vintages = await storeOf(runs);
      const instants = hours.map((hour) => FIRST + hour * HOUR_MS);
      const expected = await Promise.all(instants.map((instant) => vintages.newest('caiso', instant)));
      const found = await vintagesAt({ vintages }, 'caiso', instants);
      expect(found.map((vintage) => vintage?.issuedAt)).toEqual(expected.map((vintage) => vintage?.issuedAt));
    }),
  );
});

test('reads each run once', async () => {
  const store = await storeOf([0, 6, 12, 18].map((issuedHour) => ({ issuedHour, delayHours: 0 })));
  let reads = 0;
  const vintages = {
    ...store,
    newest: (...asked: Parameters<typeof store.newest>) => {
      reads++;
      return store.newest(...asked);
    },
  };
  const instants = Array.from({ length: 24 }, (_, hour) => FIRST + hour * HOUR_MS);
  expect(await vintagesAt({ vintages }, 'caiso', [...instants.reverse(), Number.NaN])).toHaveLength(25);
  expect(reads).toBe(4);
});
