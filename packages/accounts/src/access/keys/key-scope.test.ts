import { CONTRACT_AREAS, type SurfaceId } from '@loadcast/core';
import { memoryQuotaCounters } from '@loadcast/core/memory';
import { memoryControlStore } from '@loadcast/core/testing';
import { expect, onTestFinished, test } from 'vitest';
import { openAccess } from '../access.js';
import { createAccount } from '../create-account.js';
import { issueKey, rotateKey } from './issue-key.js';
import { readScope, type ScopeWishes } from './key-scope.js';

const NOW = Date.UTC(2026, 10, 21, 8, 30);

async function opened(wishes: ScopeWishes) {
  const store = memoryControlStore();
  const plans = { a: 'team', b: 'pro', c: 'trial' };
  const account = (await createAccount(store, { email: 'ann@example.org', plans }, NOW))!;
  const issued = await issueKey(store, account, { label: 'ci', scope: readScope(CONTRACT_AREAS, wishes) }, NOW);
  const access = await openAccess({ areas: () => CONTRACT_AREAS, store, counters: memoryQuotaCounters() });
  onTestFinished(() => access.close());
  const outcome = async (surface: SurfaceId, address: string, key = issued.key) => {
    try {
      const principal = await access.authenticate(`Bearer ${key}`, surface, NOW, { address: () => address });
      return principal.regions ?? 'every region';
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  return { store, account, access, issued, outcome };
}

test.each([
  { wishes: {}, surface: 'b', address: '198.51.100.1', outcome: 'every region' },
  { wishes: { surfaces: ['a'] }, surface: 'a', address: '198.51.100.1', outcome: 'every region' },
  { wishes: { surfaces: ['a'] }, surface: 'b', address: '198.51.100.1', outcome: 'key_scope' },
  { wishes: { surfaces: ['A', 'c'] }, surface: 'c', address: '198.51.100.1', outcome: 'every region' },
  { wishes: { addresses: ['192.0.2.0/24'] }, surface: 'a', address: '192.0.2.77', outcome: 'every region' },
  { wishes: { addresses: ['192.0.2.0/24'] }, surface: 'a', address: '::ffff:192.0.2.77', outcome: 'every region' },
  { wishes: { addresses: ['192.0.2.0/24'] }, surface: 'a', address: '192.0.3.77', outcome: 'key_scope' },
  { wishes: { addresses: ['2001:db8::/32'] }, surface: 'a', address: '2001:db8::1', outcome: 'every region' },
  { wishes: { addresses: ['2001:db8::/32'] }, surface: 'a', address: '192.0.2.1', outcome: 'key_scope' },
  { wishes: { regions: ['pjm', 'CISO', 'PGE'] }, surface: 'a', address: '', outcome: ['pjm', 'caiso', 'pge'] },
] as const)('$wishes: $surface from $address is $outcome', async ({ wishes, surface, address, outcome }) => {
  expect(await (await opened(wishes)).outcome(surface, address)).toEqual(outcome);
});

test.each([
  { wishes: { surfaces: ['d'] }, parameter: 'surfaces' },
  { wishes: { surfaces: [] }, parameter: 'surfaces' },
  { wishes: { regions: ['PJM', 'nowhere'] }, parameter: 'regions' },
  { wishes: { addresses: ['192.0.2.0/33'] }, parameter: 'addresses' },
  { wishes: { addresses: ['example.org'] }, parameter: 'addresses' },
  { wishes: { addresses: [''] }, parameter: 'addresses' },
  { wishes: { addresses: Array(51).fill('192.0.2.1') }, parameter: 'addresses' },
])('$wishes is refused by its name', ({ wishes, parameter }) => {
  expect(() => readScope(CONTRACT_AREAS, wishes)).toThrow(
    expect.objectContaining({ details: expect.objectContaining({ parameter }) }),
  );
});

test('a rotated key hands its scope on', async () => {
  const { store, account, issued, outcome } = await opened({ surfaces: ['a'], regions: ['PJM'] });
  const next = await rotateKey(store, account.id, issued.record.id, 0, NOW);
  expect([await outcome('a', '', next.key), await outcome('b', '', next.key)]).toEqual([['pjm'], 'key_scope']);
});

test('a revoked key outside its scope is invalid, not limited', async () => {
  const { store, account, access, issued, outcome } = await opened({ surfaces: ['a'] });
  await store.revokeKey(account.id, issued.record.id, NOW);
  await access.directory.refresh();
  expect(await outcome('b', '')).toBe('invalid_key');
});

test('a suspended account has no key that opens anything, and the answer says no more than that', async () => {
  const { store, account, access, outcome } = await opened({});
  expect(await outcome('a', '')).toBe('every region');
  await store.setSuspended(account.id, NOW);
  await access.directory.refresh();
  expect(await outcome('a', '')).toBe('invalid_key');
});

test('GET /v1/me has the key, its scope and the plans that it opens', async () => {
  const { access, issued } = await opened({ surfaces: ['a', 'b'], regions: ['PJM'] });
  const principal = await access.authenticate(`Bearer ${issued.key}`, 'a', NOW);
  const { data } = JSON.parse(String((await access.me(principal, NOW)).body));
  expect(data.key).toEqual({
    id: issued.record.id,
    last4: issued.key.slice(-4),
    label: 'ci',
    expires_at: null,
    scope: { surfaces: ['a', 'b'], regions: ['PJM'], addresses: null },
  });
  expect(data.plans.map(({ surface, id }: { surface: string; id: string }) => `${surface} ${id}`)).toEqual([
    'a team',
    'b pro',
  ]);
});
