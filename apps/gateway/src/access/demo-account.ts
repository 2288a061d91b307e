import type { ControlStore, EpochMs } from '@loadcast/core';
import { ensureDemoAccount } from './create-account.js';
import { operatorName } from './events/operator.js';
import type { SecurityEvents } from './events/security-events.js';
import type { IssuedKey } from './keys/issue-key.js';

/** Makes the demo account on a store that never had an account, and records it. @returns its key, when it was made now */
export async function openDemoAccount(
  store: ControlStore,
  events: SecurityEvents,
  now: EpochMs,
): Promise<IssuedKey | undefined> {
  const issued = await ensureDemoAccount(store, now);
  if (!issued) return undefined;
  const { accountId, id: keyId } = issued.record;
  const made = { outcome: 'done', via: 'cli', from: operatorName(), accountId, detail: 'serve --demo' } as const;
  await events.record({ ...made, kind: 'account-made', keyId: null }, now);
  await events.record({ ...made, kind: 'key-made', keyId }, now);
  return issued;
}
