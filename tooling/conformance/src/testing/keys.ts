import { createHash, randomBytes } from 'node:crypto';
import type { Account, ControlStore } from '@loadcast/core';
import { newApiKey } from '@loadcast/core/quota';

/** Makes an account with these plans and a key for it, straight in the store. */
export async function makeKey(
  store: ControlStore,
  name: string,
  plans: Account['plans'],
  { isRevoked = false } = {},
): Promise<string> {
  const createdAt = Date.now();
  const account: Account = {
    id: `acc_${name}`,
    email: `${name}@loadcast.invalid`,
    plans,
    overrides: {},
    createdAt,
    deletedAt: null,
    suspendedAt: null,
  };
  await store.createAccount(account, null);
  const key = newApiKey((count) => randomBytes(count));
  const record = {
    id: `key_${name}`,
    accountId: account.id,
    sha256: createHash('sha256').update(key).digest('base64url'),
    last4: key.slice(-4),
    label: name,
    createdAt,
    expiresAt: null,
    revokedAt: isRevoked ? createdAt : null,
    lastUsedAt: null,
    replacedBy: null,
  };
  await store.createKey(record, null);
  return key;
}
