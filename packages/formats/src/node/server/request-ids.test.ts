import { expect, test } from 'vitest';
import { createRequestIds } from './request-ids.js';

test('ids have the form of a UUID, and none comes twice, beyond those that share a prefix too', () => {
  const newId = createRequestIds();
  const ids = Array.from({ length: 65_540 }, newId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))).toBe(true);
  expect(new Set(ids.map((id) => id.slice(0, 32))).size).toBe(2);
});

test('two sources give different ids', () => {
  expect(createRequestIds()()).not.toBe(createRequestIds()());
});
