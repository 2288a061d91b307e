import { expect, test } from 'vitest';
import { buildVintage } from '../testing/builders.js';
import { describeVintageStore } from '../testing/describe-vintage-store.js';
import { memoryVintageStore } from './memory-vintage-store.js';

describeVintageStore('memory', () => memoryVintageStore((text) => `digest of ${text}`));

test('without SHA-256 there is no chain', async () => {
  const store = memoryVintageStore();
  await store.append(buildVintage());
  expect(await store.links('caiso', { start: 0, end: Number.MAX_SAFE_INTEGER })).toEqual([]);
});
