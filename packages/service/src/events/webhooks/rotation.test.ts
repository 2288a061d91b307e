import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTRACT_AREAS, findPlan, HOUR_MS } from '@loadcast/core';
import { openSqliteStore, type SqliteStore } from '@loadcast/storage/sqlite';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { CallOptions } from './call.js';
import { signedHeaders } from './sign.js';
import { createWebhookAdmin, type WebhookAdmin } from './webhook-admin.js';
import { sendWebhooks } from './webhook-sender.js';

const rules = { allowPrivate: false };
const url = 'https://receiver.example/';

let store: SqliteStore;
let admin: WebhookAdmin;
let now: number;
let calls: Pick<CallOptions, 'headers' | 'body'>[];
let isTaken: boolean;

beforeEach(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-rotation-'));
  store = await openSqliteStore({ dataDir });
  onTestFinished(async () => {
    await store.close();
    rmSync(dataDir, { recursive: true });
  });
  admin = createWebhookAdmin({ areas: () => CONTRACT_AREAS, ledger: store.webhooks, log: store.eventLog, rules });
  now = Date.parse('2026-11-21T12:00:00Z');
  calls = [];
  isTaken = true;
});

async function happen(...names: string[]): Promise<void> {
  const event = { at: now, type: 'run.published', areaId: 'pjm', body: '{}' };
  await store.eventLog.append(names.map((name) => ({ ...event, name })));
}

/** Sends until every webhook has all events, or waits for its next attempt. */
async function send(): Promise<void> {
  const stop = new AbortController();
  const sending = sendWebhooks(
    {
      areas: () => CONTRACT_AREAS,
      log: store.eventLog,
      webhooks: store.webhooks,
      planOf: async () => findPlan('a', 'team'),
      now: () => now,
      serviceNow: () => now,
      outcome: () => undefined,
      failed: (err) => expect(err).toBeUndefined(),
      call: async (_url, { headers, body }) => {
        calls.push({ headers, body });
        return isTaken ? { status: 200, error: '' } : { status: 500, error: 'status 500' };
      },
    },
    stop.signal,
  );
  const isDone = async () => {
    const head = await store.eventLog.newest();
    return (await store.webhooks.list()).every(({ place, nextAt }) => place === head || nextAt > now);
  };
  await expect.poll(isDone).toBe(true);
  stop.abort();
  await sending;
}

/** Which of some secrets a call is signed with, by their places; -1 is another. */
function signersOf({ headers, body }: (typeof calls)[number], secrets: readonly string[]): number[] {
  const at = 1_000 * Number(headers['webhook-timestamp']);
  const own = secrets.map((secret) => signedHeaders([secret], headers['webhook-id']!, at, body)['webhook-signature']!);
  return headers['webhook-signature']!.split(' ').map((signature) => own.indexOf(signature));
}

test.each([
  { when: 'before a rotation', rotations: 0, laterMs: 0, signers: [0] },
  { when: 'to the end of the overlap', rotations: 1, laterMs: 2 * HOUR_MS - 1, signers: [1, 0] },
  { when: 'from the end of the overlap on', rotations: 1, laterMs: 2 * HOUR_MS, signers: [1] },
  { when: 'after another rotation', rotations: 2, laterMs: 0, signers: [2, 1] },
])('$when calls are signed with the secrets $signers', async ({ rotations, laterMs, signers }) => {
  const { id, secret } = await admin.create('acc_1', { url }, now);
  const secrets = [secret];
  for (let turn = 0; turn < rotations; turn++) {
    const rotated = await admin.rotate('acc_1', id, 2 * HOUR_MS, now);
    expect(Date.parse(rotated.former_secret_until)).toBe(now + 2 * HOUR_MS);
    secrets.push(rotated.secret);
  }
  now += laterMs;
  await happen('a');
  await send();
  expect(signersOf(calls[0]!, secrets)).toEqual(signers);
});

test('what was refused is signed with the secrets of its next attempt, and nothing is sent twice or left out', async () => {
  const { id, secret } = await admin.create('acc_1', { url }, now);
  await happen('a', 'b');
  isTaken = false;
  await send();
  const rotated = await admin.rotate('acc_1', id, 0, now);
  expect(rotated).toMatchObject({ state: 'retrying', attempts: 1 });
  isTaken = true;
  now += HOUR_MS;
  await send();
  const secrets = [secret, rotated.secret];
  expect(calls.map((call) => [call.headers['webhook-id'], signersOf(call, secrets)])).toEqual([
    ['evt_1', [0]],
    ['evt_1', [1]],
    ['evt_2', [1]],
  ]);
});

test('a webhook that is deleted between two events is not called with the second', async () => {
  const { id } = await admin.create('acc_1', { url }, now);
  await happen('a', 'b');
  const { get } = store.webhooks;
  // Deleted by its owner while the first event was sent.
  store.webhooks.get = async (asked) => {
    if (calls.length === 1) await store.webhooks.remove(id);
    return get(asked);
  };
  await send();
  expect(calls.map(({ headers }) => headers['webhook-id'])).toEqual(['evt_1']);
});
