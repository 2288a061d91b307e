import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createScopes, UNBOUNDED } from '../answer/request-scope.js';
import { compressedOnce } from './shared-compression.js';

const textOf = (bytes: number) => Buffer.from(Array.from({ length: bytes }, (_, i) => 48 + ((i * i) % 10)));
const scopes = createScopes(60_000);

test.each([
  { name: 'a small body', bytes: 20_000 },
  { name: 'one of several slices', bytes: 1_000_000 },
])('$name is what it was', async ({ bytes }) => {
  const body = textOf(bytes);
  expect(gunzipSync(await compressedOnce(body, 'gzip', UNBOUNDED, () => {})).equals(body)).toBe(true);
  expect(brotliDecompressSync(await compressedOnce(body, 'br', UNBOUNDED, () => {})).equals(body)).toBe(true);
});

// docs/faults.md: fault 75
test('compression is given up when the last caller has left, not before, and done anew for the next', async () => {
  const body = textOf(8_000_000);
  const [one, other] = [scopes.open(), scopes.open()];
  let underWay = 0;
  const count = (change: 1 | -1) => {
    underWay += change;
  };
  const wanted = [one, other].map((scope) => compressedOnce(body, 'br', scope, count));
  one.close();
  expect(underWay).toBe(1);
  other.close();
  for (const bytes of wanted) await expect(bytes).rejects.toThrow('aborted');
  expect(underWay).toBe(0);
  const again = await compressedOnce(body, 'br', UNBOUNDED, count);
  expect(brotliDecompressSync(again).equals(body)).toBe(true);
  expect(await compressedOnce(body, 'br', UNBOUNDED, count)).toBe(again);
});
