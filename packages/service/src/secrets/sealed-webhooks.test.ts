import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTRACT_AREAS } from '@loadcast/core';
import { openSqliteStore, type SqliteStore } from '@loadcast/storage/sqlite';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createWebhookAdmin } from '../events/webhooks/webhook-admin.js';
import { createSeal } from './seal.js';
import { sealedWebhooks, sealWebhooks } from './sealed-webhooks.js';

const NOW = Date.UTC(2026, 10, 25);
const seal = createSeal('k'.repeat(32));
const never = () => expect.unreachable();

let store: SqliteStore;
beforeEach(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadcast-sealed-'));
  store = await openSqliteStore({ dataDir });
  onTestFinished(async () => {
    await store.close();
    rmSync(dataDir, { recursive: true });
  });
});

const adminOf = (ledger: SqliteStore['webhooks']) =>
  createWebhookAdmin({ areas: () => CONTRACT_AREAS, ledger, log: store.eventLog, rules: { allowPrivate: false } });
const rows = async () => JSON.stringify(await store.contents.query('select * from webhook'));

test('the store holds no secret of a webhook, before or after a rotation, and calls are signed with both', async () => {
  const ledger = sealedWebhooks(store.webhooks, seal, never);
  const admin = adminOf(ledger);
  const made = await admin.create('acc_1', { url: 'https://a.example/' }, NOW);
  const rotated = await admin.rotate('acc_1', made.id, 1_000, NOW);
  expect(await rows()).not.toContain('whsec_');
  const opened = { secret: rotated.secret, formerSecret: made.secret };
  expect([await ledger.get(made.id), ...(await ledger.list('acc_1'))]).toMatchObject([opened, opened]);
});

test('secrets of earlier versions work before and after they are sealed, once', async () => {
  const made = await adminOf(store.webhooks).create('acc_1', { url: 'https://a.example/' }, NOW);
  const rotated = await adminOf(store.webhooks).rotate('acc_1', made.id, 1_000, NOW);
  const ledger = sealedWebhooks(store.webhooks, seal, never);
  const before = await ledger.list();
  expect(before).toMatchObject([{ secret: rotated.secret, formerSecret: made.secret }]);
  expect([await sealWebhooks(store.webhooks, seal), await sealWebhooks(store.webhooks, seal)]).toEqual([2, 0]);
  expect(await rows()).not.toContain('whsec_');
  expect(await ledger.list()).toEqual(before);
});

test.each([
  { name: 'another key', other: createSeal('l'.repeat(32)) },
  { name: 'no key', other: undefined },
])('with $name a sealed secret is reported and never signed with', async ({ other }) => {
  const made = await adminOf(sealedWebhooks(store.webhooks, seal, never)).create(
    'acc_1',
    { url: 'https://a.example/' },
    NOW,
  );
  const failed: string[] = [];
  const found = await sealedWebhooks(store.webhooks, other, (id) => failed.push(id)).get(made.id);
  expect(failed).toEqual([made.id]);
  expect(found?.secret).toMatch(/^whsec_.{44}$/);
  expect(found?.secret).not.toBe(made.secret);
});
