import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { pacificTime } from './oasis-names.js';
import { zipOf, zipSync } from './zip.js';

const modified = pacificTime(Date.parse('2026-07-27T21:19:18Z'));

async function* chunksOf(content: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}

test.each([
  { name: 'nothing', content: Buffer.alloc(0) },
  { name: 'a line', content: Buffer.from('a,b\n1,2\n') },
  { name: '3 MB', content: Buffer.from(Array.from({ length: 250_000 }, (_, i) => `${i * 7919},`).join('')) },
])('$name compressed chunk by chunk is what it is compressed at once', async ({ content }) => {
  const once = Buffer.from(zipSync('x.csv', content, modified));
  const piecemeal = Buffer.from(await zipOf('x.csv', chunksOf(content, 65_536), modified));
  const read = (bytes: Buffer) => inflateRawSync(bytes.subarray(35, 35 + bytes.readUInt32LE(18)));
  expect(read(piecemeal).equals(content)).toBe(true);
  expect(read(once).equals(content)).toBe(true);
  expect(piecemeal.subarray(0, 18)).toEqual(once.subarray(0, 18));
});

test('the header has the method deflate, the Pacific time, and the sizes', () => {
  const bytes = Buffer.from(zipSync('x.csv', Buffer.from('aaaa'), modified));
  expect(bytes.readUInt16LE(6)).toBe(0); // no data descriptor
  expect(bytes.readUInt16LE(8)).toBe(8);
  expect(bytes.readUInt16LE(10)).toBe((14 << 11) | (19 << 5) | 9);
  expect(bytes.readUInt16LE(12)).toBe((46 << 9) | (7 << 5) | 27);
  expect(bytes.readUInt32LE(22)).toBe(4);
});

test('content that fails half way fails the archive', async () => {
  async function* failing(): AsyncGenerator<Uint8Array> {
    yield Buffer.alloc(100_000);
    throw new Error('the store went away');
  }
  await expect(zipOf('x.csv', failing(), modified)).rejects.toThrow('the store went away');
});

test('the archive of a request that is over is given up', async () => {
  const leaving = new AbortController();
  let made = 0;
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (;;) {
      made++;
      if (made === 3) leaving.abort();
      yield Buffer.alloc(65_536, 'x');
    }
  }
  await expect(zipOf('x.csv', endless(), modified, leaving.signal)).rejects.toThrow('aborted');
  const madeThen = made;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(made).toBe(madeThen);
});
