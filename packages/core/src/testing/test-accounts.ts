import type { Account } from '../accounts/account.js';
import type { ApiKey } from '../keys/api-key.js';
import type { EpochMs } from '../time/instant.js';

const NOW: EpochMs = Date.UTC(2026, 10, 1, 8, 30);

let made = 0;
const next = () => {
  made += 1;
  return made;
};

/** An account that no other test uses. */
export function testAccount(plans: Partial<Account['plans']> = {}): Account {
  const n = next();
  return {
    id: `acc_${n}`,
    email: `user${n}@example.org`,
    plans: { a: 'free', b: 'trial', c: null, ...plans },
    overrides: {},
    createdAt: NOW + n,
    deletedAt: null,
    suspendedAt: null,
  };
}

/** A key row that no other test uses. The digest is none of a real key. */
export function testKey(accountId: string, fields: Partial<ApiKey> = {}): ApiKey {
  const n = next();
  return {
    id: `key_${n}`,
    accountId,
    sha256: `digest-${n}`,
    last4: 'abcd',
    label: `label ${n}`,
    createdAt: NOW + n,
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    replacedBy: null,
    ...fields,
  };
}
