import type { ControlStore } from '@loadcast/core';
import { isWellFormedKey } from '@loadcast/core/quota';
import { memoryControlStore } from '@loadcast/core/testing';
import { expect, test } from 'vitest';
import { createAccount } from './create-account.js';
import { openDemoAccount } from './demo-account.js';
import { createSecurityEvents } from './events/security-events.js';

const NOW = Date.UTC(2026, 10, 21, 8, 30);

test.each([
  { name: 'nothing chosen is what a sign-up gets', plans: {}, expected: { a: 'free', b: 'trial', c: null } },
  { name: 'one plan changes one surface', plans: { c: 'trial' }, expected: { a: 'free', b: 'trial', c: 'trial' } },
  { name: 'null takes a surface away', plans: { a: null }, expected: { a: null, b: 'trial', c: null } },
])('createAccount: $name', async ({ plans, expected }) => {
  const store = memoryControlStore();
  const account = await createAccount(store, { email: ' Ann@Example.org ', plans }, NOW);
  expect(account).toMatchObject({ email: 'ann@example.org', plans: expected, createdAt: NOW, overrides: {} });
  expect(account?.id).toMatch(/^acc_[0-9A-Za-z]{16}$/);
  expect(await store.account(account?.id ?? '')).toEqual(account);
});

test('a taken e-mail makes no account, and is free again when its account is deleted', async () => {
  const store = memoryControlStore();
  const first = await createAccount(store, { email: 'ann@example.org' }, NOW);
  expect(await createAccount(store, { email: 'ANN@example.org' }, NOW)).toBeUndefined();
  await store.deleteAccount(first?.id ?? '', NOW);
  expect(await createAccount(store, { email: 'ann@example.org' }, NOW)).toBeDefined();
});

test('a text that is no address is refused by its name', async () => {
  await expect(createAccount(memoryControlStore(), { email: 'ann' }, NOW)).rejects.toMatchObject({
    code: 'invalid_parameter',
    details: { parameter: 'email' },
  });
});

const started = (store: ControlStore, now = NOW) =>
  openDemoAccount(store, createSecurityEvents({ store, log: () => undefined, failed: () => undefined }), now);

test('the demo account is made once, with the largest plans but no Enterprise on A', async () => {
  const store = memoryControlStore();
  expect(isWellFormedKey((await started(store))?.key ?? '')).toBe(true);
  await started(store, NOW + 1);
  expect((await store.accounts()).map(({ plans }) => plans)).toEqual([{ a: 'team', b: 'pro', c: 'enterprise' }]);
});

test('each start makes a demo key of its own, and those of the two starts before still work', async () => {
  const store = memoryControlStore();
  const ids: (string | undefined)[] = [];
  for (let start = 0; start < 5; start += 1) ids.push((await started(store, NOW + start))?.record.id);
  const keys = await store.keys((await store.accounts())[0]!.id);
  expect(keys.filter(({ revokedAt }) => revokedAt === null).map(({ id }) => id)).toEqual(ids.slice(2));
  expect(new Set(ids).size).toBe(5);
});

test('a store whose only account was deleted gets no demo account', async () => {
  const store = memoryControlStore();
  const account = await createAccount(store, { email: 'ann@example.org' }, NOW);
  await store.deleteAccount(account?.id ?? '', NOW);
  expect(await started(store)).toBeUndefined();
});
