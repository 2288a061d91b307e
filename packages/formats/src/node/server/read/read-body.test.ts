import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestBody } from './read-body.js';

/** Answers with the length of the body it read, or with the error's message. */
const server = createServer((message, response) => {
  requestBody(message, response)
    .read(10)
    .then((bytes) => response.end(`${bytes.byteLength} bytes`))
    .catch((error: Error) => response.end(error.message));
});
let url: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test.each([
  { body: '', answer: '0 bytes' },
  { body: '0123456789', answer: '10 bytes' },
  { body: '0123456789a', answer: 'body: expected at most 10 bytes' },
])('a body of "$body" is $answer', async ({ body, answer }) => {
  expect(await (await fetch(url, { method: 'POST', body })).text()).toBe(answer);
});
