import { describe, expect, test } from 'vitest';
import { databaseAnswers, emptyPostgresStore } from '../testing/test-database.js';
import { emptySqliteStore } from '../testing/test-sqlite.js';
import type { WebhookRecord } from './webhook-ledger.js';

const NOW = Date.UTC(2026, 10, 21);
const WEBHOOK: WebhookRecord = {
  id: 'whk_1',
  accountId: 'acc_1',
  url: 'https://receiver.example/',
  secret: 'whsec_first',
  formerSecret: null,
  formerUntil: null,
  types: 'run.published',
  areas: '',
  createdAt: NOW,
  place: 7,
  failingSince: NOW + 1,
  attempts: 2,
  nextAt: NOW + 2,
  disabledAt: null,
};
const OTHER: WebhookRecord = { ...WEBHOOK, id: 'whk_2', secret: 'whsec_other', createdAt: NOW + 1 };

const hasPostgres = await databaseAnswers();

describe.each([
  { engine: 'SQLite', open: async () => (await emptySqliteStore()).webhooks, runs: true },
  { engine: 'PostgreSQL', open: async () => (await emptyPostgresStore()).webhooks, runs: hasPostgres },
])('webhooks in $engine', ({ open, runs }) => {
  test.skipIf(!runs)('a rotation keeps the secret before until its end, and changes nothing else', async () => {
    const ledger = await open();
    await ledger.add(WEBHOOK);
    await ledger.add(OTHER);
    await ledger.rotate('whk_1', 'whsec_second', NOW + 10);
    const rotated = { ...WEBHOOK, secret: 'whsec_second', formerSecret: 'whsec_first', formerUntil: NOW + 10 };
    expect(await ledger.list()).toEqual([rotated, OTHER]);
    await ledger.rotate('whk_1', 'whsec_third', NOW + 20);
    expect(await ledger.get('whk_1')).toEqual({
      ...WEBHOOK,
      secret: 'whsec_third',
      formerSecret: 'whsec_second',
      formerUntil: NOW + 20,
    });
  });

  test.skipIf(!runs)('a sweep deletes a former secret that holds no more, and none before', async () => {
    const ledger = await open();
    await ledger.add(WEBHOOK);
    await ledger.rotate('whk_1', 'whsec_second', NOW + 10);
    await ledger.sweep(NOW + 9);
    expect(await ledger.get('whk_1')).toMatchObject({ formerSecret: 'whsec_first', formerUntil: NOW + 10 });
    await ledger.sweep(NOW + 10);
    expect(await ledger.get('whk_1')).toEqual({ ...WEBHOOK, secret: 'whsec_second' });
  });
});
