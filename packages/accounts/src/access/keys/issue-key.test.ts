import { HOUR_MS } from '@loadcast/core';
import { memoryControlStore } from '@loadcast/core/testing';
import { expect, test } from 'vitest';
import { createAccount } from '../create-account.js';
import { sha256 } from '../sha256.js';
import { issueKey, type KeyWishes, rotateKey } from './issue-key.js';

const NOW = Date.UTC(2026, 10, 21, 8, 30);

async function opened(plans: { a?: string | null; b?: string | null; c?: string | null } = {}) {
  const store = memoryControlStore();
  const account = (await createAccount(store, { email: 'ann@example.org', plans }, NOW))!;
  const issue = (wishes: KeyWishes = {}, now = NOW) => issueKey(store, account, wishes, now);
  return { store, account, issue };
}

test('the store holds the digest and the last four characters of a key, never the key', async () => {
  const { store, issue } = await opened();
  const { key, record } = await issue({ label: ' laptop ', expiresAt: NOW + 1 });
  expect(await store.key(record.id)).toEqual(record);
  expect(record).toMatchObject({ sha256: sha256(key), last4: key.slice(-4), label: 'laptop', expiresAt: NOW + 1 });
  expect(JSON.stringify(record)).not.toContain(key);
});

test.each([
  { name: 'a label of 81 characters', wishes: { label: 'x'.repeat(81) }, parameter: 'label' },
  { name: 'a label with a line end', wishes: { label: 'a\nb' }, parameter: 'label' },
  { name: 'a label with an escape', wishes: { label: '\u001b[31mred' }, parameter: 'label' },
  { name: 'an expiry now', wishes: { expiresAt: NOW }, parameter: 'expires_at' },
  { name: 'an expiry that is no number', wishes: { expiresAt: Number.NaN }, parameter: 'expires_at' },
])('$name is refused, and no key is kept', async ({ wishes, parameter }) => {
  const { store, account, issue } = await opened();
  await expect(issue(wishes)).rejects.toMatchObject({ code: 'invalid_parameter', details: { parameter } });
  expect(await store.keys(account.id)).toEqual([]);
});

test.each([
  { plans: { a: 'free' }, keys: 2, details: { plan: 'Free', requiredPlan: 'Developer' } },
  { plans: { a: 'developer' }, keys: 5, details: { plan: 'Developer', requiredPlan: 'Team' } },
  { plans: { a: null, b: null }, keys: 0, details: { plan: 'Free', requiredPlan: 'Trial' } },
])('$plans: key $keys + 1 is refused', async ({ plans, keys, details }) => {
  const { issue } = await opened(plans);
  for (let n = 0; n < keys; n += 1) await issue();
  await expect(issue()).rejects.toMatchObject({ code: 'plan_limit', details });
});

test('revoked, expired and rotated keys take no place', async () => {
  const { store, account, issue } = await opened();
  const first = await issue({ expiresAt: NOW + HOUR_MS });
  const second = await issue();
  await expect(issue()).rejects.toMatchObject({ code: 'plan_limit' });
  const third = await rotateKey(store, account.id, second.record.id, HOUR_MS, NOW);
  await expect(issue()).rejects.toMatchObject({ code: 'plan_limit' });
  await store.revokeKey(account.id, third.record.id, NOW);
  await issue();
  await expect(issue()).rejects.toMatchObject({ code: 'plan_limit' });
  await issue({}, NOW + HOUR_MS);
  expect(await store.key(first.record.id)).toMatchObject({ revokedAt: null });
});

test('a rotated key ends after the overlap or at its own expiry, whichever comes first', async () => {
  const { store, account, issue } = await opened();
  const [long, short] = [await issue({ label: 'ci' }), await issue({ expiresAt: NOW + 5 })];
  const next = await rotateKey(store, account.id, long.record.id, HOUR_MS, NOW);
  await rotateKey(store, account.id, short.record.id, HOUR_MS, NOW);
  expect(next.record).toMatchObject({ label: 'ci', expiresAt: null });
  expect(await store.key(long.record.id)).toMatchObject({ expiresAt: NOW + HOUR_MS, replacedBy: next.record.id });
  expect(await store.key(short.record.id)).toMatchObject({ expiresAt: NOW + 5 });
});

test.each(['rotated', 'revoked', 'of another account', 'that never was'])(
  'a key %s cannot be rotated',
  async (kind) => {
    const { store, account, issue } = await opened();
    const { id } = (await issue()).record;
    if (kind === 'rotated') await rotateKey(store, account.id, id, HOUR_MS, NOW);
    if (kind === 'revoked') await store.revokeKey(account.id, id, NOW);
    const owner = kind === 'of another account' ? 'acc_other' : account.id;
    const wanted = kind === 'that never was' ? 'key_none' : id;
    await expect(rotateKey(store, owner, wanted, HOUR_MS, NOW)).rejects.toMatchObject({ code: 'not_found' });
  },
);
