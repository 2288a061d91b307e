import type { Account, ApiKey } from '@loadcast/core';
import { describe, expect, test } from 'vitest';
import { KnownKeys } from './key-directory.js';
import { isStillGood } from './known-key.js';

const NOW = Date.UTC(2026, 10, 21, 8, 30);
const account: Account = {
  id: 'acc_1',
  email: 'ann@example.org',
  plans: { a: 'developer', b: 'trial', c: null },
  overrides: {},
  createdAt: NOW,
  deletedAt: null,
  suspendedAt: null,
};
const key: ApiKey = {
  id: 'key_1',
  accountId: 'acc_1',
  sha256: 'digest 1',
  last4: 'WXYZ',
  label: '',
  createdAt: NOW,
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  replacedBy: null,
};

function opened() {
  const uses: (readonly [string, number])[] = [];
  const keys = new KnownKeys({ note: (id, now) => void uses.push([id, now]), write: async () => {} });
  const known = keys.add(key.sha256, key, account);
  return { keys, known, uses, planOf: (surface: 'a' | 'b' | 'c', now = NOW) => known.principal(surface, now)?.plan.id };
}

describe('changes', () => {
  test.each([
    { name: 'none', accounts: [], keys: [], plan: 'developer' },
    { name: 'a revoked key', accounts: [], keys: [{ ...key, revokedAt: NOW }], plan: undefined },
    { name: 'a key that has expired', accounts: [], keys: [{ ...key, expiresAt: NOW }], plan: undefined },
    { name: 'a key that expires 1 ms later', accounts: [], keys: [{ ...key, expiresAt: NOW + 1 }], plan: 'developer' },
    {
      name: 'another plan',
      accounts: [{ ...account, plans: { ...account.plans, a: 'team' } }],
      keys: [],
      plan: 'team',
    },
    { name: 'no plan', accounts: [{ ...account, plans: { ...account.plans, a: null } }], keys: [], plan: undefined },
    { name: 'a plan of a newer program', accounts: [{ ...account, plans: { ...account.plans, a: 'gold' } }], keys: [] },
    { name: 'a suspended account', accounts: [{ ...account, suspendedAt: NOW }], keys: [], plan: undefined },
    { name: 'a deleted account', accounts: [{ ...account, deletedAt: NOW }], keys: [], plan: undefined },
    { name: 'another key', accounts: [], keys: [{ ...key, sha256: 'digest 2', revokedAt: NOW }], plan: 'developer' },
    { name: 'another account', accounts: [{ ...account, id: 'acc_2', deletedAt: NOW }], keys: [], plan: 'developer' },
  ])('$name: plan $plan', ({ plan, ...changes }) => {
    const { keys, planOf } = opened();
    planOf('a');
    keys.apply(changes);
    expect(planOf('a')).toBe(plan);
  });

  test.each([
    { name: 'nothing', isGood: true },
    { name: 'a request on another surface', ask: 'b' as const, isGood: true },
    { name: 'the account written again', accounts: [{ ...account, email: 'bob@example.org' }], isGood: true },
    {
      name: 'another plan of another surface',
      accounts: [{ ...account, plans: { ...account.plans, b: 'pro' } }],
      isGood: true,
    },
    { name: 'another plan', accounts: [{ ...account, plans: { ...account.plans, a: 'team' } }], isGood: false },
    {
      name: 'agreed numbers that the plan has not',
      accounts: [{ ...account, overrides: { a: { requestsPerHour: 5 } } }],
      isGood: true,
    },
    { name: 'no plan', accounts: [{ ...account, plans: { ...account.plans, a: null } }], isGood: false },
    { name: 'a suspended account', accounts: [{ ...account, suspendedAt: NOW }], isGood: false },
    { name: 'a revoked key', keys: [{ ...key, revokedAt: NOW }], isGood: false },
  ])('a principal is still good after $name: $isGood', ({ ask, accounts = [], keys: changed = [], isGood }) => {
    const { keys, known } = opened();
    const principal = known.principal('a', NOW)!;
    if (ask) known.principal(ask, NOW);
    keys.apply({ accounts, keys: changed });
    expect(isStillGood(principal, NOW)).toBe(isGood);
  });

  test('agreed numbers of a plan reach a principal that was made before', () => {
    const { keys, known } = opened();
    const enterprise = { ...account, plans: { ...account.plans, a: 'enterprise' } };
    keys.apply({ accounts: [enterprise], keys: [] });
    known.principal('a', NOW);
    keys.apply({ accounts: [{ ...enterprise, overrides: { a: { requestsPerHour: 7 } } }], keys: [] });
    expect(known.principal('a', NOW)?.plan.requestsPerHour).toBe(7);
  });

  test('any change forgets the digests without a key', () => {
    const { keys } = opened();
    keys.unknown.set('digest 9', true);
    expect(keys.unknown.has('digest 9')).toBe(true);
    keys.apply({ accounts: [], keys: [] });
    expect(keys.unknown.has('digest 9')).toBe(false);
  });
});

test('each surface has its own plan, whichever was asked for before', () => {
  const { planOf } = opened();
  expect([planOf('a'), planOf('b'), planOf('c'), planOf('a')]).toEqual(['developer', 'trial', undefined, 'developer']);
});

test('keys of one account share its plans', () => {
  const { keys, known } = opened();
  const second = keys.add('digest 2', { ...key, id: 'key_2', sha256: 'digest 2' }, account);
  expect(second.principal('a', NOW)?.plan).toBe(known.principal('a', NOW)?.plan);
  expect(keys.size).toBe(2);
});

test('a use is recorded once a minute, and not on a surface without a plan', () => {
  const { known, uses } = opened();
  known.principal('c', NOW);
  for (const afterMs of [0, 1, 59_999, 60_000]) known.principal('a', NOW + afterMs);
  expect(uses).toEqual([
    ['key_1', NOW],
    ['key_1', NOW + 60_000],
  ]);
});
