import { expect, test } from 'vitest';
import { createLastUses } from './last-uses.js';

test('the newest use of each key is written once', async () => {
  const written: ReadonlyMap<string, number>[] = [];
  const uses = createLastUses({ touchKeys: async (batch) => void written.push(batch) });
  uses.note('key_1', 1);
  uses.note('key_2', 2);
  uses.note('key_1', 3);
  await uses.write();
  await uses.write();
  expect(written.map((batch) => Object.fromEntries(batch))).toEqual([{ key_1: 3, key_2: 2 }]);
});

test('a store that fails is no failure here', async () => {
  const uses = createLastUses({ touchKeys: () => Promise.reject(new Error('the store is unavailable')) });
  uses.note('key_1', 1);
  await expect(uses.write()).resolves.toBeUndefined();
});
