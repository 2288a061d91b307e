import { CONTRACT_AREAS, findPlan, HOUR_MS, type Plan } from '@loadcast/core';
import { memoryQuotaCounters } from '@loadcast/core/memory';
import { memoryControlStore } from '@loadcast/core/testing';
import type { UsageLedger, UsageRecord } from '@loadcast/storage/sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openAccess } from '../access.js';

const NOW = Date.UTC(2026, 10, 21, 8, 30);
const HOUR = NOW - HOUR_MS / 2;

/** A ledger in memory; `fails` stands for a store that is away. */
function ledger(): UsageLedger & { rows: UsageRecord[]; fails: boolean; writes: number } {
  return {
    rows: [],
    fails: false,
    writes: 0,
    async add(records) {
      if (this.fails) throw new Error('away');
      this.writes += 1;
      this.rows.push(...records);
    },
    async of(accountId, from) {
      return this.rows.filter((row) => row.accountId === accountId && row.hourAt >= from);
    },
    async sweep() {},
  };
}

async function open() {
  const store = ledger();
  const access = await openAccess({
    areas: () => CONTRACT_AREAS,
    store: memoryControlStore(),
    counters: memoryQuotaCounters(),
    usage: store,
  });
  onTestFinished(() => access.close());
  return { store, access };
}

const principal = { accountId: 'acc_1', keyId: 'key_1', plan: findPlan('a', 'free') as Plan };

test('charges and refunds of an hour are one row, written once', async () => {
  const { store, access } = await open();
  for (let n = 0; n < 5; n += 1) access.admit(principal, [], NOW);
  const decision = await access.admit(principal, [], NOW);
  if (decision.allowed) await access.refund(principal, decision, NOW);
  access.admit({ ...principal, keyId: 'key_2' }, [], NOW);
  const reply = await access.usageHistory(principal, 30, NOW);
  expect(JSON.parse(String(reply.body)).data.hours).toEqual([
    { hour: '2026-11-21T08:00:00Z', surface: 'a', key_id: 'key_1', used: 5 },
    { hour: '2026-11-21T08:00:00Z', surface: 'a', key_id: 'key_2', used: 1 },
  ]);
  expect(store.writes).toBe(1);
});

test('a refused request is none', async () => {
  const { access, store } = await open();
  for (let n = 0; n < 101; n += 1) access.admit(principal, [], NOW);
  await access.usageHistory(principal, 30, NOW);
  expect(store.rows).toEqual([{ accountId: 'acc_1', surface: 'a', keyId: 'key_1', hourAt: HOUR, used: 100 }]);
});

test('what cannot be written is kept and written later, and the last of it at the end', async () => {
  const { access, store } = await open();
  store.fails = true;
  access.admit(principal, [], NOW);
  await access.usageHistory(principal, 30, NOW);
  access.admit(principal, [], NOW);
  store.fails = false;
  await access.close();
  expect(store.rows.map(({ used }) => used)).toEqual([2]);
});

test('days are counted back from the hour under way', async () => {
  const { access, store } = await open();
  const hours = [0, -23, -24].map((n) => ({ ...principal, surface: 'a', hourAt: HOUR + n * HOUR_MS, used: 1 }));
  store.rows.push(...hours);
  const reply = await access.usageHistory(principal, 1, NOW);
  expect(JSON.parse(String(reply.body)).data.hours).toHaveLength(2);
});
