import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTRACT_AREAS, HOUR_MS } from '@loadcast/core';
import { createWebhookAdmin } from '@loadcast/service';
import { openSqliteStore } from '@loadcast/storage/sqlite';
import { expect, onTestFinished, test } from 'vitest';
import {
  issuedWebhookAnswer,
  rotatedWebhookAnswer,
  webhooksAnswer,
  webhookTestAnswer,
} from '../../../../../packages/accounts/src/account/handlers/own-webhooks.js';
import { openAccountServer } from '../../../../../packages/accounts/src/account/testing/account-server.js';
import { signedHeaders } from '../../../../../packages/service/src/events/webhooks/sign.js';
import { runCli } from '../testing/run-cli.js';
import { webhookCommands } from './webhooks.js';

async function opened(rules = { allowPrivate: false }) {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-account-webhooks-'));
  const store = await openSqliteStore({ dataDir });
  onTestFinished(async () => {
    await store.close();
    rmSync(dataDir, { recursive: true });
  });
  const admin = createWebhookAdmin({ areas: () => CONTRACT_AREAS, ledger: store.webhooks, log: store.eventLog, rules });
  const server = await openAccountServer({ store: store.control, webhooks: admin });
  const cookie = await server.signedIn();
  const ask = (method: string, path: string, body?: unknown, headers = {}) =>
    server.ask(method, `/webhooks${path}`, body === undefined ? { cookie, headers } : { cookie, body, headers });
  const open = async () => ({ areas: CONTRACT_AREAS, store: store.control, admin, close: async () => {} });
  const run = (line: string) =>
    runCli(webhookCommands(open), `${line} --account ann@example.org`.split(' '), { now: () => server.now });
  return { store, server, ask, run };
}

const URL = 'https://receiver.example/loadcast';

test('a webhook is made with a secret that is shown once, listed without it, and deleted', async () => {
  const { ask, server } = await opened();
  const made = await ask('POST', '', { url: URL, types: 'run.published', regions: 'pjm,CISO' });
  expect(made.status).toBe(201);
  expect(issuedWebhookAnswer.safeParse(JSON.parse(made.text)).success).toBe(true);
  expect(made.data).toMatchObject({
    url: URL,
    types: ['run.published'],
    regions: ['PJM', 'CAISO'],
    state: 'active',
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
  });
  const listed = await ask('GET', '');
  expect(webhooksAnswer.safeParse(JSON.parse(listed.text)).success).toBe(true);
  expect([listed.data.length, listed.text.includes('whsec_')]).toEqual([1, false]);
  expect((await ask('GET', `/${made.data.id}/deliveries`)).data).toEqual([]);
  expect((await ask('DELETE', `/${made.data.id}`)).status).toBe(200);
  expect((await ask('GET', '')).data).toEqual([]);
  expect(server.logged.map(({ kind }) => kind)).toEqual(['sign-in', 'webhook-made', 'webhook-removed']);
});

test('a rotation shows another secret once, and until when the one before signs too', async () => {
  const { ask, server, store } = await opened();
  const made = (await ask('POST', '', { url: URL })).data;
  const rotated = await ask('POST', `/${made.id}/rotate`, { overlap_seconds: 3600 });
  expect(rotated.status).toBe(200);
  expect(rotatedWebhookAnswer.safeParse(JSON.parse(rotated.text)).success).toBe(true);
  expect(Date.parse(rotated.data.former_secret_until) - server.now).toBe(HOUR_MS);
  expect(await store.webhooks.get(made.id)).toMatchObject({ secret: rotated.data.secret, formerSecret: made.secret });
  expect(rotated.data.secret).not.toBe(made.secret);
  const byDefault = await ask('POST', `/${made.id}/rotate`, {});
  expect(Date.parse(byDefault.data.former_secret_until) - server.now).toBe(24 * HOUR_MS);
  expect((await ask('GET', '')).text).not.toContain('whsec_');
  const recorded = server.logged.filter(({ kind }) => kind === 'webhook-rotated');
  expect(recorded.map(({ detail }) => detail)).toEqual([made.id, made.id]);
  expect(JSON.stringify(server.logged)).not.toContain('whsec_');
});

test.each([
  { overlap_seconds: -1 },
  { overlap_seconds: 2_592_001 },
  { overlap_seconds: 1.5 },
  { overlap_seconds: 'a day' },
])('a rotation with $overlap_seconds is refused by name, and the secret stays', async (body) => {
  const { ask, store } = await opened();
  const { id, secret } = (await ask('POST', '', { url: URL })).data;
  const { status, error } = await ask('POST', `/${id}/rotate`, body);
  expect([status, error.message.includes('overlap_seconds')]).toEqual([400, true]);
  expect(await store.webhooks.get(id)).toMatchObject({ secret, formerSecret: null });
});

test.each([
  { body: { url: 'http://receiver.example/' }, names: 'url' },
  { body: { url: 'https://127.0.0.1/' }, names: 'url' },
  { body: { url: URL, types: 'weather' }, names: 'types' },
  { body: { url: URL, regions: 'NOWHERE' }, names: 'regions' },
  { body: {}, names: 'url' },
])('$body is refused by name', async ({ body, names }) => {
  const { ask } = await opened();
  const { status, error } = await ask('POST', '', body);
  expect([status, error.message.includes(names)]).toEqual([400, true]);
});

test('a replay and an end of the pause set the place of the webhook; unknown ids are not found', async () => {
  const { ask, store } = await opened();
  const { id } = (await ask('POST', '', { url: URL })).data;
  const event = { name: 'n', at: 1, type: 'run.published', areaId: 'pjm', body: '{}' };
  await store.eventLog.append([event, { ...event, name: 'm' }]);
  expect((await ask('POST', `/${id}/replay`, { event: 'evt_2' })).data).toMatchObject({ last_event: 'evt_1' });
  expect((await ask('POST', `/${id}/resume`)).data).toMatchObject({ state: 'active', last_event: 'evt_1' });
  expect((await ask('POST', `/${id}/replay`, { event: 'evt_9' })).status).toBe(404);
  for (const path of ['/whk_none/deliveries']) expect((await ask('GET', path)).status).toBe(404);
  expect((await ask('DELETE', '/whk_none')).status).toBe(404);
});

/** A receiver on this machine, and the calls that it got. */
async function receiver(status: number) {
  const got: { headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    got.push({ headers: request.headers, body });
    response.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { got, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

test.each([
  { status: 204, error: '' },
  { status: 500, error: 'status 500' },
  { status: 302, error: 'a redirect, which is not followed' },
])('a test event is signed, answered with $status and $error, and changes nothing of the webhook', async (expected) => {
  const { ask, server } = await opened({ allowPrivate: true });
  const { got, url } = await receiver(expected.status);
  const { id, secret } = (await ask('POST', '', { url })).data;
  const before = (await ask('GET', '')).text;
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  const headersOfCaller = { traceparent: `00-${trace}-00f067aa0ba902b7-01` };
  const tested = await ask('POST', `/${id}/test`, undefined, headersOfCaller);
  expect(webhookTestAnswer.safeParse(JSON.parse(tested.text)).success).toBe(true);
  expect([tested.status, tested.data]).toMatchObject([200, expected]);
  const [{ headers, body }] = got as [(typeof got)[number]];
  expect(headers['traceparent']).toMatch(new RegExp(`^00-${trace}-(?!00f067aa0ba902b7)[0-9a-f]{16}-01$`));
  expect(headers).toMatchObject(signedHeaders([secret], tested.data.event, server.now, body));
  expect(JSON.parse(body)).toMatchObject({ id: tested.data.event, type: 'webhook.test', data: {} });
  expect((await ask('GET', `/${id}/deliveries`)).data).toEqual([]);
  expect((await ask('GET', '')).text.replace(/generated_at.*/, '')).toBe(before.replace(/generated_at.*/, ''));
});

// docs/faults.md: fault 116
test('a test event goes to no address that is not public, and an account sends twenty an hour', async () => {
  const { ask, server } = await opened();
  const { id } = (await ask('POST', '', { url: 'https://localhost/' })).data;
  const { data } = await ask('POST', `/${id}/test`);
  expect([data.status, data.error]).toEqual([null, expect.stringContaining('the host has')]);
  const statuses: number[] = [];
  for (let tries = 2; tries <= 21; tries++) statuses.push((await ask('POST', `/${id}/test`)).status);
  expect([statuses.slice(0, -1).every((status) => status === 200), statuses.at(-1)]).toEqual([true, 429]);
  server.now += HOUR_MS;
  expect((await ask('POST', `/${id}/test`)).status).toBe(200);
});

test.each([
  { path: 'replay', body: { event: 'evt_1' }, answer: 404 },
  { path: 'resume', body: undefined, answer: 200 },
])('an account sends twenty $path an hour, whatever comes of them', async ({ path, body, answer }) => {
  const { ask, server } = await opened();
  const { id } = (await ask('POST', '', { url: URL })).data;
  const statuses: number[] = [];
  for (let tries = 1; tries <= 21; tries++) statuses.push((await ask('POST', `/${id}/${path}`, body)).status);
  expect(statuses).toEqual([...Array(20).fill(answer), 429]);
  server.now += HOUR_MS;
  expect((await ask('POST', `/${id}/${path}`, body)).status).toBe(answer);
});

test('without a session nothing is answered', async () => {
  const { server } = await opened();
  expect((await server.ask('GET', '/webhooks')).status).toBe(401);
});

test.each([
  { option: '', hours: 24 },
  { option: ' --overlap 30m', hours: 0.5 },
  { option: ' --overlap 0s', hours: 0 },
])(
  'operators rotate the secret of a webhook$option: the one before signs for $hours hours',
  async ({ option, hours }) => {
    const { run, store, server } = await opened();
    await run(`webhooks create --url ${URL}`);
    const { id, secret } = (await store.webhooks.list())[0]!;
    const rotated = await run(`webhooks rotate ${id}${option}`);
    const kept = await store.webhooks.get(id);
    expect(rotated.out).toEqual([kept?.secret]);
    expect(kept).toMatchObject({ formerSecret: secret, formerUntil: server.now + hours * HOUR_MS });
    expect((await run(`webhooks rotate whk_none${option}`)).status).not.toBe(0);
  },
);

test('operators make, list, replay, look at and delete webhooks of an account', async () => {
  const { run, store } = await opened();
  const made = await run(`webhooks create --url ${URL} --regions PJM`);
  expect(made.out[0]).toMatch(/^whsec_/);
  const [webhook] = JSON.parse((await run('webhooks list --json')).out.join());
  expect(webhook).toMatchObject({ url: URL, regions: ['PJM'], state: 'active' });
  await store.eventLog.append([{ name: 'n', at: 1, type: 'run.published', areaId: 'pjm', body: '{}' }]);
  const replayed = await run(`webhooks replay ${webhook.id} --event evt_1 --json`);
  expect(JSON.parse(replayed.out.join())[0]).toMatchObject({ last_event: null });
  expect((await run(`webhooks deliveries ${webhook.id} --json`)).out).toEqual(['[]']);
  expect((await run(`webhooks resume ${webhook.id}`)).out[1]).toContain('active');
  expect((await run(`webhooks delete ${webhook.id}`)).out).toEqual([`deleted ${webhook.id}`]);
  expect((await run('webhooks create --url http://x.example/')).status).not.toBe(0);
});

test.each([
  { answers: 204, status: 0, says: 'delivered (204)' },
  { answers: 500, status: 1, says: 'failed: status 500' },
])(
  'operators call a webhook that answers $answers with a test event: exit $status',
  async ({ answers, ...expected }) => {
    const { run, ask } = await opened({ allowPrivate: true });
    const { got, url } = await receiver(answers);
    const { id, secret } = (await ask('POST', '', { url })).data;
    const plain = await run(`webhooks test ${id}`);
    expect([plain.status, plain.out[0]]).toEqual([expected.status, expect.stringContaining(expected.says)]);
    const asJson = await run(`webhooks test ${id} --json`);
    expect(asJson.status).toBe(expected.status);
    expect(JSON.parse(asJson.out.join())).toMatchObject({ event: JSON.parse(got[1]!.body).id, status: answers });
    expect([...plain.out, ...asJson.out].join()).not.toContain(secret);
  },
);

test('operators send no test event to a webhook that another account has', async () => {
  const { run, store, server } = await opened({ allowPrivate: true });
  const { got, url } = await receiver(204);
  const rules = { allowPrivate: true };
  const admin = createWebhookAdmin({ areas: () => CONTRACT_AREAS, ledger: store.webhooks, log: store.eventLog, rules });
  const { id } = await admin.create('acc_other', { url }, server.now);
  const { status, out } = await run(`webhooks test ${id}`);
  expect([status === 0, out, got]).toEqual([false, [], []]);
});

test('the list says why a webhook is disabled', async () => {
  const { ask, run, store } = await opened();
  const { id } = (await ask('POST', '', { url: URL })).data;
  const delivery = {
    webhookId: id,
    at: 5,
    seq: 1,
    attempt: 1,
    status: 410,
    error: 'status 410: gone for good',
    tookMs: 1,
  };
  await store.webhooks.settle(id, 0, { place: 0, failingSince: 5, attempts: 1, nextAt: 6, disabledAt: 5 }, delivery);
  const { out } = await run('webhooks list');
  expect([out].flat().join('\n')).toContain(`${id}  disabled (status 410: gone for good)  `);
});
