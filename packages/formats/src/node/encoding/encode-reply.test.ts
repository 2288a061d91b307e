import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Reply } from '../../http.js';
import { json } from '../../json.js';
import { createEncoder } from './encode-reply.js';

const rows = Array.from({ length: 2000 }, (_, i) => ({ i }));
const large = json(200, rows, { etag: 'W/"abc"', vary: 'Authorization' });
const gzip = 'gzip';
const CODINGS = [
  { acceptEncoding: 'gzip', coding: 'gzip', decode: gunzipSync },
  { acceptEncoding: 'gzip, deflate, br', coding: 'br', decode: brotliDecompressSync },
  { acceptEncoding: 'br;q=0.5, gzip', coding: 'gzip', decode: gunzipSync },
];
const none = undefined;

async function bytesOf(body: Reply['body']): Promise<Buffer> {
  if (typeof body === 'string' || body instanceof Uint8Array) return Buffer.from(body as string);
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

// docs/faults.md: fault 85
test.each(CODINGS)('to $acceptEncoding a large text is sent as $coding, under a tag of its own', async (wish) => {
  const reply = await createEncoder()(large, wish.acceptEncoding);
  expect(reply.headers).toMatchObject({
    'content-encoding': wish.coding,
    etag: `W/"abc-${wish.coding}"`,
    vary: 'Authorization, Accept-Encoding',
  });
  expect(wish.decode(await bytesOf(reply.body)).toString()).toBe(large.body);
});

test.each([
  { acceptEncoding: 'gzip, identity;q=0', encoding: 'gzip' },
  { acceptEncoding: 'br, *;q=0', encoding: 'br' },
  { acceptEncoding: 'br, gzip', encoding: undefined },
  { acceptEncoding: '*;q=0', encoding: undefined },
])('a small text to $acceptEncoding has Content-Encoding $encoding', async ({ acceptEncoding, encoding }) => {
  const small = json(200, { small: true });
  const { headers } = await createEncoder()(small, acceptEncoding);
  expect([headers['content-encoding'], headers['vary']]).toEqual([encoding, 'Accept-Encoding']);
});

test.each([
  { name: 'to callers who prefer it so', reply: large, wishes: 'identity, br;q=0.9' },
  { name: 'to callers who do not take gzip', reply: large, wishes: none },
  { name: 'when it is small', reply: json(200, { small: true }), wishes: gzip },
  { name: 'when it is a ZIP', reply: { ...large, headers: { 'content-type': 'application/zip' } }, wishes: gzip },
])('a body goes out as it is $name', async ({ reply, wishes }) => {
  const { headers, body } = await createEncoder()(reply, wishes);
  expect(headers['content-encoding']).toBeUndefined();
  expect((await bytesOf(body)).toString()).toBe(String(reply.body));
});

test('a text that is not compressed also varies by Accept-Encoding', async () => {
  expect((await createEncoder()(large, none)).headers['vary']).toBe('Authorization, Accept-Encoding');
  expect((await createEncoder()(json(200, 1), none)).headers['vary']).toBe('Accept-Encoding');
});

async function* chunks(count: number): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < count; i++) yield Buffer.from(`${i},`.repeat(1000));
}
const stream = (body: AsyncIterable<Uint8Array>): Reply => ({
  status: 200,
  headers: { 'content-type': 'text/csv' },
  body,
});

test.each(CODINGS)('to $acceptEncoding a body of chunks is sent as $coding', async (wish) => {
  const wishes = wish.acceptEncoding;
  const { headers, body } = await createEncoder()(stream(chunks(50)), wishes);
  expect(headers['content-encoding']).toBe(wish.coding);
  expect(wish.decode(await bytesOf(body)).toString()).toBe((await bytesOf(chunks(50))).toString());
});

// docs/faults.md: fault 75
test('a body of chunks that fails, fails; one that is left stops being made', async () => {
  async function* failing(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('x');
    throw new Error('store');
  }
  const failed = await createEncoder()(stream(failing()), gzip);
  await expect(bytesOf(failed.body)).rejects.toThrow('store');

  let isLeft = false;
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield Buffer.alloc(65_536, Math.random().toString());
    } finally {
      isLeft = true;
    }
  }
  const { body } = await createEncoder()(stream(endless()), gzip);
  for await (const _chunk of body as AsyncIterable<Uint8Array>) break;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isLeft).toBe(true);
});

test('the ninth at once goes out plain, and a finished one makes room', async () => {
  const encode = createEncoder();
  const open = [];
  for (let i = 0; i < 8; i++) {
    const { body } = await encode(stream(chunks(2)), gzip);
    const iterator = (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
    await iterator.next();
    open.push(iterator);
  }
  expect((await encode(stream(chunks(2)), gzip)).headers['content-encoding']).toBeUndefined();
  await open[0]?.return?.();
  expect((await encode(stream(chunks(2)), gzip)).headers['content-encoding']).toBe('gzip');
});

test('a body of bytes that answers share is compressed once', async () => {
  const encode = createEncoder();
  const shared = { ...large, body: Buffer.from(String(large.body)) };
  const bodies = await Promise.all(
    [shared, { ...shared }, shared].map(async (reply) => (await encode(reply, gzip)).body),
  );
  expect(new Set(bodies).size).toBe(1);
  const another = (await encode({ ...large, body: Buffer.from(String(large.body)) }, gzip)).body;
  expect(bodies).not.toContain(another);
  expect(gunzipSync(await bytesOf(another)).toString()).toBe(large.body);
});

test.each([
  { name: 'plain', body: large.body, wishes: none },
  { name: 'gzip', body: large.body, wishes: gzip },
])('a reply to several requests goes out in one form, $name', async ({ body, wishes }) => {
  const encode = createEncoder();
  const reply: Reply = { ...large, body: Buffer.from(String(body)), sent: new Map() };
  const first = await encode(reply, wishes);
  expect(encode(reply, wishes)).toBe(first); // without a promise
  expect((await encode({ ...reply, sent: new Map() }, wishes)).headers).toEqual(first.headers);
});

test.each([
  { name: 'a short one of ASCII', body: 'MW', text: 'MW' },
  { name: 'one with other characters', body: 'Mω', text: undefined },
  { name: 'a long one', body: 'x'.repeat(20_000), text: undefined },
])('the body of a reply to several requests is also kept as text: $name', async ({ body, text }) => {
  const reply: Reply = { ...json(200, 1), body: Buffer.from(body), sent: new Map() };
  const encoded = await createEncoder()(reply, none);
  expect(encoded.text).toBe(text);
  expect((await bytesOf(encoded.body)).toString()).toBe(body);
});
