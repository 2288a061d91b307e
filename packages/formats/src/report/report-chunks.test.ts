import { expect, test, vi } from 'vitest';
import { chunksOf, streamOf, wholeOf } from './report-chunks.js';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

test.each([
  { name: 'nothing', texts: [], chunks: 0 },
  { name: 'one small text', texts: ['a'], chunks: 1 },
  { name: 'a text larger than a chunk', texts: ['a'.repeat(200_000), 'b'], chunks: 2 },
  { name: 'many texts', texts: Array.from({ length: 3_000 }, (_, i) => `${i},`.repeat(10)), chunks: 3 },
])('chunks of $name hold its bytes', async ({ texts, chunks }) => {
  const made = [...chunksOf(texts)];
  expect(made).toHaveLength(chunks);
  expect(Buffer.concat(made).toString('latin1')).toBe(texts.join(''));
  expect(Buffer.from(wholeOf(texts)).toString('latin1')).toBe(texts.join(''));
  const streamed: Uint8Array[] = [];
  for await (const chunk of streamOf(texts)) streamed.push(chunk);
  expect(Buffer.concat(streamed).toString('latin1')).toBe(texts.join(''));
});
