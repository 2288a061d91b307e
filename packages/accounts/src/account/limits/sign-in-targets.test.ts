import type { ControlStore } from '@loadcast/core';
import { memoryControlStore, testAccount } from '@loadcast/core/testing';
import { expect, test } from 'vitest';
import { createSignInTargets } from './sign-in-targets.js';

const NOW = Date.UTC(2026, 11, 31, 23, 59, 59, 500);
const EMAIL = 'ann@example.org';
const END = NOW + 3_600_000;

/** A store that counts its reads, with an account. */
async function opened() {
  const raw = memoryControlStore();
  const account = { ...testAccount(), email: EMAIL };
  await raw.createAccount(account, null);
  const reads: string[] = [];
  const counted: ControlStore = {
    ...raw,
    accountByEmail: (email) => {
      reads.push('account');
      return raw.accountByEmail(email);
    },
    originsOf: (...given) => {
      reads.push('origins');
      return raw.originsOf(...given);
    },
    isKnownOrigin: (...given) => {
      reads.push('origin');
      return raw.isKnownOrigin(...given);
    },
  };
  return { raw, account, reads, targets: createSignInTargets(counted) };
}

// docs/faults.md: fault 91
test.each([
  { name: 'an e-mail with an account', email: EMAIL },
  { name: 'one without', email: 'nobody@example.org' },
])('of many attempts on $name the store is read once a second, in the same way', async ({ email }) => {
  const { targets, reads } = await opened();
  for (let n = 0; n < 100; n += 1) {
    const target = await targets.of(email, NOW + n * 9);
    expect(await target.isKnown(`stranger ${n}`, NOW)).toBe(false);
  }
  expect(reads).toEqual(['account', 'origins']);
  await targets.of(email, NOW + 1_000);
  expect(reads).toEqual(['account', 'origins', 'account', 'origins']);
});

test('what is written here is seen at once, what another process writes after a second', async () => {
  const { raw, account, targets } = await opened();
  const isKnown = async (sha256: string, now: number) => (await targets.of(EMAIL, now)).isKnown(sha256, now);
  expect(await isKnown('here', NOW)).toBe(false);
  await targets.store.keepOrigin({ sha256: 'here', accountId: account.id, expiresAt: END });
  expect(await isKnown('here', NOW)).toBe(true);
  await raw.keepOrigin({ sha256: 'there', accountId: account.id, expiresAt: END });
  expect(await isKnown('there', NOW + 999)).toBe(false);
  expect(await isKnown('there', NOW + 1_000)).toBe(true);
  await targets.store.deleteAccount(account.id, NOW);
  expect((await targets.of(EMAIL, NOW + 1_000)).accountId).toBeUndefined();
});

test('of an account with very many origins each is known, also one that is not kept', async () => {
  const { raw, account, reads, targets } = await opened();
  const digests = Array.from({ length: 200 }, (_, n) => `origin ${n}`);
  for (const sha256 of digests) await raw.keepOrigin({ sha256, accountId: account.id, expiresAt: END });
  const target = await targets.of(EMAIL, NOW);
  for (const sha256 of digests) expect(await target.isKnown(sha256, NOW)).toBe(true);
  expect(await target.isKnown('stranger', NOW)).toBe(false);
  expect(reads.filter((read) => read === 'origin')).toHaveLength(200 - 64 + 1);
});

test('a read that fails is not kept', async () => {
  const { account, targets, raw } = await opened();
  const store = memoryControlStore();
  let isAway = true;
  const failing = createSignInTargets({
    ...store,
    accountByEmail: (email) => (isAway ? Promise.reject(new Error('away')) : raw.accountByEmail(email)),
  });
  await expect(failing.of(EMAIL, NOW)).rejects.toThrow('away');
  isAway = false;
  expect((await failing.of(EMAIL, NOW)).accountId).toBe(account.id);
  expect((await targets.of(EMAIL, NOW)).accountId).toBe(account.id);
});
