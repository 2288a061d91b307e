import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTRACT_AREAS, findPlan, HOUR_MS, type Plan } from '@loadcast/core';
import { openSqliteStore, type SqliteStore } from '@loadcast/storage/sqlite';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { startConnectProxy } from '../../../../../tooling/testing/connect-proxy.js';
import { type Called, type CallOptions, type CallWebhook, createWebhookCall, type WebhookCallOptions } from './call.js';
import { isPublicAddress } from './public-address.js';
import { signedHeaders } from './sign.js';
import { checkedAddresses, readTarget } from './target.js';
import { createWebhookAdmin, type WebhookAdmin } from './webhook-admin.js';
import { GIVEN_UP_AFTER_MS, sendWebhooks } from './webhook-sender.js';

const START = Date.parse('2026-11-21T12:00:00Z');
const PUBLIC = { allowPrivate: false };
const ANY = { allowPrivate: true };

test('a body is signed as Standard Webhooks does: the example of its specification', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const body = '{"test": 2432232314}';
  expect(signedHeaders([secret], 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330_999, body)).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.31.0.1', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['2001:db8::1', false],
  ['localhost', false],
])('%s is an address of the public Internet: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

// docs/faults.md: fault 116
test.each([
  { url: 'https://example.org/hook?x=1', rules: PUBLIC, kept: 'https://example.org/hook?x=1' },
  { url: 'https://8.8.8.8/', rules: PUBLIC, kept: 'https://8.8.8.8/' },
  { url: 'http://example.org/', rules: PUBLIC },
  { url: 'https://user:pass@example.org/', rules: PUBLIC },
  { url: 'https://127.0.0.1/', rules: PUBLIC },
  { url: 'https://2130706433/', rules: PUBLIC },
  { url: 'https://0x7f.1/', rules: PUBLIC },
  { url: 'https://[::1]/', rules: PUBLIC },
  { url: 'https://[::ffff:10.0.0.1]/', rules: PUBLIC },
  { url: 'file:///etc/passwd', rules: ANY },
  { url: 'nothing', rules: PUBLIC },
  { url: 'http://127.0.0.1:9/', rules: ANY, kept: 'http://127.0.0.1:9/' },
])('$url under $rules is kept as $kept', ({ url, rules, kept }) => {
  if (kept) expect(readTarget(url, rules)).toBe(kept);
  else expect(() => readTarget(url, rules)).toThrow('url: expected');
});

// docs/faults.md: fault 116
test.each([
  { addresses: ['8.8.8.8', '2606:4700::1111'], rules: PUBLIC, isCalled: true },
  { addresses: ['8.8.8.8', '127.0.0.1'], rules: PUBLIC, isCalled: false },
  { addresses: ['8.8.8.8', '::1'], rules: PUBLIC, isCalled: false },
  { addresses: ['169.254.169.254'], rules: PUBLIC, isCalled: false },
  { addresses: [], rules: ANY, isCalled: false },
  { addresses: ['127.0.0.1'], rules: ANY, isCalled: true },
])('a name with $addresses under $rules is called: $isCalled', async ({ addresses, rules, isCalled }) => {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  const checked = checkedAddresses(new URL('https://example.org/'), rules, async () => found);
  expect(await checked).toEqual(isCalled ? found : []);
});

/** A receiver on this machine. */
async function receiver(status: number, headers: Record<string, string> = {}, answers = true) {
  const got: { headers: Record<string, unknown>; body: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    got.push({ headers: request.headers, body });
    if (answers) response.writeHead(status, headers).end('x'.repeat(100_000));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { got, port: (server.address() as AddressInfo).port };
}

/** Calls a webhook whose name is one of this machine. */
function callHere(url: string, options: WebhookCallOptions = ANY) {
  const call = createWebhookCall({ findAddresses: async () => [{ address: '127.0.0.1', family: 4 }], ...options });
  const { signal } = new AbortController();
  return call(url, { accountId: 'acc_1', headers: { 'webhook-id': 'evt_1' }, body: '{"a":1}', signal });
}

test('a call goes to the address that was checked, under the name of the URL', async () => {
  const { got, port } = await receiver(204);
  expect(await callHere(`http://hook.invalid:${port}/x`)).toEqual({ status: 204, error: '' });
  expect(got[0]).toMatchObject({
    headers: { host: `hook.invalid:${port}`, 'webhook-id': 'evt_1', 'content-type': 'application/json' },
    body: '{"a":1}',
  });
});

const OUTSIDE = { address: '93.184.215.14', family: 4 };
const INSIDE = { address: '10.0.0.7', family: 4 };
test.each([
  { name: 'a public address', found: [OUTSIDE], rules: PUBLIC, asked: ['93.184.215.14:443'], error: 'PROXY_403' },
  { name: 'an inside address', found: [INSIDE], rules: PUBLIC, asked: [], error: 'the host has no public address' },
  { name: 'both', found: [OUTSIDE, INSIDE], rules: PUBLIC, asked: [], error: 'the host has no public address' },
  { name: 'no address here', found: [], rules: PUBLIC, asked: [], error: 'the host has no public address' },
  {
    name: 'an inside address that is allowed',
    found: [INSIDE],
    rules: ANY,
    asked: ['hook.invalid:443'],
    error: 'PROXY_403',
  },
  { name: 'no address here, inside allowed', found: [], rules: ANY, asked: ['hook.invalid:443'], error: 'PROXY_403' },
])('a name with $name asks the proxy for $asked: $error', async ({ found, rules, asked, error }) => {
  const proxy = await startConnectProxy();
  vi.stubEnv('HTTPS_PROXY', proxy.url);
  onTestFinished(() => void vi.unstubAllEnvs());
  const findAddresses = async () => found;
  expect(await callHere('https://hook.invalid/', { ...rules, findAddresses })).toEqual({ status: null, error });
  expect(proxy.asked).toEqual(asked);
});

// docs/faults.md: fault 116
test('a redirect is not followed, a refusal is one, silence ends, and a private address is not called at all', async () => {
  const other = await receiver(200);
  const redirecting = await receiver(302, { location: `http://127.0.0.1:${other.port}/` });
  const failing = await receiver(500);
  const silent = await receiver(200, {}, false);
  const at = (port: number, options?: WebhookCallOptions) => callHere(`http://hook.invalid:${port}/`, options);
  expect(await at(redirecting.port)).toEqual({ status: 302, error: 'a redirect, which is not followed' });
  expect(await at(failing.port)).toEqual({ status: 500, error: 'status 500' });
  expect(await at(silent.port, { ...ANY, withinMs: 300 })).toEqual({ status: null, error: 'no answer in time' });
  expect(await at(failing.port, PUBLIC)).toEqual({
    status: null,
    error: 'the host has no public address',
  });
  expect([other.got.length, failing.got.length]).toEqual([0, 1]);
});

let store: SqliteStore;
let admin: WebhookAdmin;
let now: number;
let calls: { url: string; id: string }[];
let refuses: (url: string) => boolean;
/** What refusals are. */
let refusal: Called;
let outcomes: string[];
let disabledCounts: number[] = [];
beforeEach(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-webhooks-'));
  store = await openSqliteStore({ dataDir });
  onTestFinished(async () => {
    await store.close();
    rmSync(dataDir, { recursive: true });
  });
  admin = createWebhookAdmin({
    areas: () => CONTRACT_AREAS,
    ledger: store.webhooks,
    log: store.eventLog,
    rules: PUBLIC,
  });
  now = START;
  calls = [];
  refuses = () => false;
  refusal = { status: 500, error: 'status 500' };
  outcomes = [];
  disabledCounts = [];
});

async function happen(from: number, to: number, areaId = 'pjm'): Promise<void> {
  const seqs = Array.from({ length: to - from + 1 }, (_, n) => from + n);
  await store.eventLog.append(
    seqs.map((n) => ({ name: `n${n}`, at: START, type: 'run.published', areaId, body: '{}' })),
  );
}

/** Sends until nothing changes. */
async function send(plan: Plan | null = findPlan('a', 'team') ?? null, lookEveryMs = 1): Promise<number[]> {
  const callsByLook: number[] = [];
  const call: CallWebhook = async (url, { headers }: CallOptions) => {
    calls.push({ url, id: headers['webhook-id']! });
    return refuses(url) ? refusal : { status: 200, error: '' };
  };
  const stop = new AbortController();
  const sending = sendWebhooks(
    {
      areas: () => CONTRACT_AREAS,
      log: store.eventLog,
      webhooks: {
        ...store.webhooks,
        list: () => {
          callsByLook.push(calls.length);
          return store.webhooks.list();
        },
      },
      planOf: async () => plan ?? undefined,
      now: () => now,
      serviceNow: () => now,
      outcome: (outcome) => outcomes.push(outcome),
      failed: (err) => expect(err).toBeUndefined(),
      disabled: (count) => disabledCounts.push(count),
      call,
      lookEveryMs,
    },
    stop.signal,
  );
  await expect
    .poll(async () => {
      const head = await store.eventLog.newest();
      const all = await store.webhooks.list();
      return all.every(({ place, nextAt, disabledAt }) => place === head || nextAt > now || disabledAt !== null);
    })
    .toBe(true);
  stop.abort();
  await sending;
  return callsByLook;
}

const idsOf = (url: string) => calls.filter((call) => call.url === url).map(({ id }) => id);

test('events are delivered in order, from those after the webhook was made, as its types and regions say', async () => {
  await happen(1, 2);
  const all = await admin.create('acc_1', { url: 'https://a.example/' }, now);
  await admin.create('acc_2', { url: 'https://b.example/', areas: ['miso'], types: ['run.published'] }, now);
  await admin.create('acc_2', { url: 'https://c.example/', types: ['source.late'] }, now);
  await happen(3, 250);
  await happen(251, 252, 'miso');
  await send();
  expect(idsOf('https://a.example/')).toEqual(Array.from({ length: 250 }, (_, n) => `evt_${n + 3}`));
  expect(idsOf('https://b.example/')).toEqual(['evt_251', 'evt_252']);
  expect(idsOf('https://c.example/')).toEqual([]);
  expect((await admin.deliveries('acc_1', all.id))[0]).toMatchObject({ event: 'evt_252', attempt: 1, status: 200 });
});

test.each([
  { jump: 'forward', jumpMs: 25 * HOUR_MS },
  { jump: 'back', jumpMs: -25 * HOUR_MS },
  { jump: 'forward and back again', jumpMs: 25 * HOUR_MS, backMs: 25 * HOUR_MS },
])('a clock that jumps a day $jump disables no webhook and delays none', async ({ jumpMs, backMs = 0 }) => {
  await admin.create('acc_1', { url: 'https://a.example/' }, now);
  refuses = () => true;
  await happen(1, 1);
  await send();
  for (const changeMs of [jumpMs, -backMs, HOUR_MS]) {
    now += changeMs;
    await send();
    expect((await admin.list('acc_1'))[0]).toMatchObject({ state: 'retrying' });
  }
  refuses = () => false;
  now += HOUR_MS;
  await send();
  expect(outcomes.at(-1)).toBe('delivered');
  expect(outcomes).not.toContain('disabled');
});

test.each([
  { status: 500, retryAfterMs: undefined, state: 'retrying', next: '2026-11-21T12:00:05Z' },
  { status: 429, retryAfterMs: 1_000, state: 'retrying', next: '2026-11-21T12:00:05Z' },
  { status: 429, retryAfterMs: 30 * 60_000, state: 'retrying', next: '2026-11-21T12:30:00Z' },
  { status: 503, retryAfterMs: 86_400_000, state: 'retrying', next: '2026-11-21T13:00:00Z' },
  // field case 18
  { status: 410, retryAfterMs: undefined, state: 'disabled', next: null },
])(
  'after $status with Retry-After of $retryAfterMs ms a webhook is $state until $next',
  async ({ state, next, ...answer }) => {
    const { id } = await admin.create('acc_1', { url: 'https://a.example/' }, now);
    const { status, retryAfterMs } = answer;
    refusal = { status, error: `status ${status}`, ...(retryAfterMs !== undefined && { retryAfterMs }) };
    refuses = () => true;
    await happen(1, 1);
    await send();
    expect((await admin.list('acc_1'))[0]).toMatchObject({ state, next_attempt_at: next });
    expect((await admin.deliveries('acc_1', id))[0]).toMatchObject({ status, error: `status ${status}` });
  },
);

test.each([
  { status: 410, headers: {}, called: { status: 410, error: 'status 410: gone for good' } },
  {
    status: 429,
    headers: { 'retry-after': '120' },
    called: { status: 429, error: 'status 429', retryAfterMs: 120_000 },
  },
])('a receiver answers $status: $called', async ({ status, headers, called }) => {
  const { port } = await receiver(status, headers);
  expect(await callHere(`http://hook.invalid:${port}/`)).toEqual(called);
});

// docs/faults.md: fault 116
test('a dead receiver is tried again later with the same event, delays nobody else, and is disabled after a day', async () => {
  const { id } = await admin.create('acc_1', { url: 'https://dead.example/' }, now);
  await admin.create('acc_1', { url: 'https://a.example/' }, now + 1);
  refuses = (url) => url.includes('dead');
  await happen(1, 3);
  await send();
  expect([idsOf('https://dead.example/'), idsOf('https://a.example/')]).toEqual([
    ['evt_1'],
    ['evt_1', 'evt_2', 'evt_3'],
  ]);
  expect((await admin.list('acc_1'))[0]).toMatchObject({
    state: 'retrying',
    attempts: 1,
    next_attempt_at: '2026-11-21T12:00:05Z',
  });
  let countsBefore: number[] = [];
  for (let tries = 0; tries < 60 && !outcomes.includes('disabled'); tries += 1) {
    countsBefore = [...disabledCounts];
    now += HOUR_MS;
    await send();
  }
  expect(now - START).toBe(GIVEN_UP_AFTER_MS);
  expect((await admin.list('acc_1'))[0]).toMatchObject({ id, state: 'disabled', next_attempt_at: null });
  expect(new Set(countsBefore)).toEqual(new Set([0]));
  disabledCounts = [];
  await send();
  expect([disabledCounts[0], disabledCounts.at(-1)]).toEqual([1, 0]);
  const before = calls.length;
  now += HOUR_MS;
  await send();
  expect(calls).toHaveLength(before);
  refuses = () => false;
  await admin.resume('acc_1', id);
  await send();
  expect(idsOf('https://dead.example/').slice(-3)).toEqual(['evt_1', 'evt_2', 'evt_3']);
});

test('a replay sends everything from an event on again, and other accounts find nothing', async () => {
  const { id } = await admin.create('acc_1', { url: 'https://a.example/' }, now);
  await happen(1, 4);
  await send();
  calls = [];
  await admin.replay('acc_1', id, 'evt_3');
  await send();
  expect(idsOf('https://a.example/')).toEqual(['evt_3', 'evt_4']);
  for (const event of ['evt_9', 'x']) await expect(admin.replay('acc_1', id, event)).rejects.toThrow('no event');
  for (const work of [admin.resume, admin.remove, admin.deliveries]) {
    await expect(work('acc_2', id)).rejects.toThrow('no webhook');
  }
  await expect(admin.rotate('acc_2', id, 0, now)).rejects.toThrow('no webhook');
});

test('a replay calls its receiver ten times a look at most', async () => {
  await admin.create('acc_1', { url: 'https://a.example/' }, now);
  await happen(1, 25);
  const callsByLook = await send(undefined, 100);
  expect(calls).toHaveLength(25);
  expect(Math.max(...callsByLook.map((count, look) => count - (callsByLook[look - 1] ?? 0)))).toBeLessThanOrEqual(10);
});

test('an account without a plan is sent nothing, and an account has ten webhooks at most', async () => {
  for (let n = 0; n < 10; n += 1) await admin.create('acc_1', { url: `https://a.example/${n}` }, now);
  await expect(admin.create('acc_1', { url: 'https://a.example/10' }, now)).rejects.toThrow('10 webhooks');
  await happen(1, 2);
  await send(null);
  expect(calls).toEqual([]);
});
