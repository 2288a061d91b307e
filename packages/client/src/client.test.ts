import { expect, test } from 'vitest';
import { createClient, LoadcastError } from './index.js';
import { answer, cutAnswer, refusal, type Step, scriptedServer, silence } from './testing/scripted-server.js';

const LATEST = {
  status: 'success',
  data: {
    region: 'PJM',
    actual: { timestamp: '2026-03-08T06:00:00Z', value_mw: 90_000 },
    forecast: { timestamp: '2026-03-08T08:00:00Z', value_mw: 91_000, issued_at: '2026-03-08T07:06:00Z' },
  },
};
const latest = answer(200, LATEST);

const PASSING: readonly { name: string; steps: readonly Step[]; attempts: number }[] = [
  { name: 'the first attempt answers', steps: [latest], attempts: 1 },
  { name: '429 with Retry-After', steps: [refusal(429, 'rate_limited', { 'retry-after': '0' }), latest], attempts: 2 },
  { name: '503 with Retry-After', steps: [refusal(503, 'unavailable', { 'retry-after': '0' }), latest], attempts: 2 },
  {
    name: 'a date in Retry-After, as proxies write it',
    steps: [refusal(503, 'unavailable', { 'retry-after': 'Thu, 01 Jan 2026 00:00:00 GMT' }), latest],
    attempts: 2,
  },
  { name: 'a page of a proxy', steps: [answer(502, 'bad gateway', { 'retry-after': '0' }), latest], attempts: 2 },
  { name: 'a connection cut in mid-answer, twice', steps: [cutAnswer, cutAnswer, latest], attempts: 3 },
  {
    name: 'a connection reset before the answer',
    steps: [(request) => request.socket.resetAndDestroy(), latest],
    attempts: 2,
  },
  { name: 'no answer in time', steps: [silence, latest], attempts: 2 },
];

test.each(PASSING)('get answers after $name', async ({ steps, attempts }) => {
  await using server = await scriptedServer(steps);
  const timeoutSeconds = steps.includes(silence) ? 0.2 : 30;
  const client = createClient({ baseUrl: server.url, key: 'k', timeoutSeconds });
  expect(await client.get('/v1/demand/latest', { region: 'PJM' })).toEqual(LATEST);
  expect(server.requests).toHaveLength(attempts);
});

const FINAL: readonly { name: string; step: Step; error: object; attempts: number; options?: object }[] = [
  {
    name: 'a query that the service refuses',
    step: refusal(400, 'invalid_parameter'),
    error: {
      code: 'invalid_parameter',
      status: 400,
      requestId: 'r1',
      documentationUrl: 'http://h/docs/errors#invalid_parameter',
    },
    attempts: 1,
  },
  {
    name: 'an unknown key',
    step: refusal(401, 'invalid_key'),
    error: { code: 'invalid_key', status: 401 },
    attempts: 1,
  },
  {
    name: 'a wait longer than maxWaitSeconds',
    step: refusal(429, 'rate_limited', { 'retry-after': '3000' }),
    error: { code: 'rate_limited', status: 429, retryAfterSeconds: 3000 },
    attempts: 1,
  },
  {
    name: 'a failure that does not pass',
    step: refusal(503, 'unavailable', { 'retry-after': '0' }),
    error: { code: 'unavailable', status: 503 },
    attempts: 3,
    options: { retries: 2 },
  },
  {
    name: 'a page that is not the service’s',
    step: (_request, response) => void response.writeHead(200).end('<html>'),
    error: { code: 'unexpected_answer', message: 'Not JSON: <html>' },
    attempts: 1,
  },
  {
    name: 'an error page that is not the service’s',
    step: (_request, response) => void response.writeHead(404).end('<html>'),
    error: { code: 'unexpected_answer', status: 404, message: 'HTTP 404: <html>' },
    attempts: 1,
  },
  {
    name: 'a cut connection without retries',
    step: cutAnswer,
    error: { code: 'connection_failed', status: 0 },
    attempts: 1,
    options: { retries: 0 },
  },
];

test.each(FINAL)('get throws for $name', async ({ step, error, attempts, options }) => {
  await using server = await scriptedServer([step]);
  const client = createClient({ baseUrl: server.url, key: 'k', ...options });
  const failure = await client.get('/v1/demand/latest', { region: 'PJM' }).catch((thrown: unknown) => thrown);
  expect(failure).toBeInstanceOf(LoadcastError);
  expect(failure).toMatchObject(error);
  expect(server.requests).toHaveLength(attempts);
});

test('nobody listening is connection_failed, with the cause', async () => {
  const server = await scriptedServer([latest]);
  await server[Symbol.asyncDispose]();
  const client = createClient({ baseUrl: server.url, retries: 0 });
  const failure = await client.get('/v1/health').catch((thrown: unknown) => thrown);
  expect(failure).toMatchObject({ code: 'connection_failed', cause: expect.any(TypeError) });
  expect((failure as Error).message).toBe(`No answer: ${server.url}/v1/health (ECONNREFUSED)`);
});

test('each warning of the service is given once', async () => {
  const warning = '299 - "horizn: did you mean horizon?", 299 - "p10 and p90 are not part of the Free plan."';
  await using server = await scriptedServer([answer(200, LATEST, { warning })]);
  const warnings: string[] = [];
  const client = createClient({ baseUrl: server.url, onWarning: (text) => warnings.push(text) });
  for (let call = 0; call < 2; call += 1) await client.get('/v1/demand/latest', { region: 'PJM' });
  expect(warnings).toEqual([
    'Loadcast: horizn: did you mean horizon?',
    'Loadcast: p10 and p90 are not part of the Free plan.',
  ]);
});

test.each([
  { name: 'in mid-answer', steps: [silence] },
  { name: 'while it waits for another attempt', steps: [refusal(429, 'rate_limited', { 'retry-after': '50' })] },
])('an aborted signal ends the call $name with its reason', async ({ steps }) => {
  const caller = new AbortController();
  const reason = new Error('left');
  const asked: Step = (request, response) => {
    steps[0]!(request, response);
    setTimeout(() => caller.abort(reason), 20);
  };
  await using server = await scriptedServer([asked]);
  const call = createClient({ baseUrl: server.url }).get('/v1/health', {}, { signal: caller.signal });
  await expect(call).rejects.toBe(reason);
  await expect(
    createClient({ baseUrl: server.url }).get('/v1/health', {}, { signal: AbortSignal.abort(reason) }),
  ).rejects.toBe(reason);
  expect(server.requests).toHaveLength(1);
});

test('an answer is asked for again with its ETag, and 304 gives a copy of the kept one', async () => {
  const tagged = answer(200, LATEST, { etag: '"v1"' });
  const unchanged: Step = (_request, response) => void response.writeHead(304).end();
  await using server = await scriptedServer([tagged, unchanged]);
  const client = createClient({ baseUrl: server.url, key: 'lc_live_x' });
  const first = await client.get('/v1/demand/latest', { region: 'PJM' });
  const second = await client.get('/v1/demand/latest', { region: 'PJM' });
  expect(second).toEqual(first);
  expect(second).not.toBe(first);
  expect(server.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"v1"']);
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer lc_live_x', 'Bearer lc_live_x']);
});

test('a forecast is handed in again after a failure that passes, under one key', async () => {
  const bodies: string[] = [];
  const receipt = answer(201, { status: 'success', data: { position: 1 } });
  const read =
    (step: Step): Step =>
    (request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        bodies.push(body);
        step(request, response);
      });
    };
  const away = refusal(503, 'unavailable', { 'retry-after': '0' });
  await using server = await scriptedServer([read(away), read(receipt)]);
  const client = createClient({ baseUrl: server.url, key: 'k' });
  const { data } = await client.submit('fct_1', 'timestamp,value_mw\n', { region: 'PJM' });
  expect(data).toEqual({ position: 1 });
  expect(bodies).toEqual(['timestamp,value_mw\n', 'timestamp,value_mw\n']);
  const [first, second] = server.requests;
  expect([first!.method, first!.url]).toEqual(['POST', '/account/forecasters/fct_1/runs?region=PJM']);
  expect(first!.headers['idempotency-key']).toMatch(/^[\w-]{36}$/);
  expect(second!.headers['idempotency-key']).toBe(first!.headers['idempotency-key']);
  expect(second!.headers.authorization).toBe('Bearer k');
});

test('keptLength 0 keeps nothing', async () => {
  await using server = await scriptedServer([answer(200, LATEST, { etag: '"v1"' })]);
  const client = createClient({ baseUrl: server.url, keptLength: 0 });
  await client.get('/v1/demand/latest', { region: 'PJM' });
  await client.get('/v1/demand/latest', { region: 'PJM' });
  expect(server.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, undefined]);
});

test('onResponse sees the headers of every response', async () => {
  const limited = refusal(429, 'rate_limited', { 'retry-after': '0', 'x-ratelimit-remaining': '0' });
  await using server = await scriptedServer([limited, latest]);
  const seen: (string | null)[] = [];
  const onResponse = ({ status, headers }: Response) => seen.push(`${status} ${headers.get('x-ratelimit-remaining')}`);
  await createClient({ baseUrl: server.url, onResponse }).get('/v1/demand/latest', { region: 'PJM' });
  expect(seen).toEqual(['429 0', '200 null']);
});

test.each([
  { baseUrl: 'ftp://h', message: 'got "ftp://h"' },
  { baseUrl: 'h:8080', message: 'Did you mean "https://h:8080"?' },
  { baseUrl: 'load.example.com', message: 'Did you mean "https://load.example.com"?' },
  { baseUrl: '', message: 'got ""' },
])('baseUrl $baseUrl is refused when the client is made', ({ baseUrl, message }) => {
  expect(() => createClient({ baseUrl })).toThrow(
    expect.objectContaining({ name: 'TypeError', message: expect.stringContaining(message) }),
  );
});
