import { expect, test } from 'vitest';
import { type Account, maxKeysOfAccount, normaliseEmail, planOfAccount } from './account.js';

const account = (plans: Account['plans'], overrides: Account['overrides'] = {}): Account => ({
  id: 'acc_1',
  email: 'ann@example.org',
  plans,
  overrides,
  createdAt: 0,
  deletedAt: null,
  suspendedAt: null,
});

test.each([
  [{ a: 'free', b: 'trial', c: null }, 2],
  [{ a: 'free', b: 'pro', c: 'trial' }, 50],
  [{ a: 'developer', b: null, c: null }, 5],
  [{ a: 'team', b: 'trial', c: null }, null],
  [{ a: null, b: null, c: null }, 0],
])('%o may have %s keys: the larger number counts', (plans, places) => {
  expect(maxKeysOfAccount(account(plans))).toBe(places);
});

test('agreed numbers belong to the surface they were agreed for', () => {
  const agreed = account({ a: 'enterprise', b: 'enterprise', c: null }, { a: { requestsPerHour: 9, maxKeys: 7 } });
  expect(planOfAccount(agreed, 'a')?.requestsPerHour).toBe(9);
  expect(planOfAccount(agreed, 'b')?.requestsPerHour).toBe(100_000);
  expect(planOfAccount(agreed, 'c')).toBeUndefined();
  expect(maxKeysOfAccount(agreed)).toBe(100);
});

test('a row that names no plan is an error, not a free plan', () => {
  expect(() => planOfAccount(account({ a: 'gold', b: null, c: null }), 'a')).toThrow('a/gold');
});

test.each([
  [' Ann@Example.ORG ', 'ann@example.org'],
  ['a+b@sub.example.org', 'a+b@sub.example.org'],
  ['demo@loadcast.invalid', 'demo@loadcast.invalid'],
  ['ann@example', undefined],
  ['ann', undefined],
  ['@example.org', undefined],
  ['a@b@example.org', undefined],
  ['a b@example.org', undefined],
  ['ann@example.org\r\nBcc: x@y.z', undefined],
  ['"><script>@example.org', undefined],
  [`${'a'.repeat(65)}@example.org`, undefined],
  [`a@${'b'.repeat(250)}.org`, undefined],
  ['', undefined],
])('%j is the address %j', (text, email) => expect(normaliseEmail(text)).toBe(email));
