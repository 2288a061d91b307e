import { type ControlStore, type EpochMs, ServiceError } from '@loadcast/core';
import { createAccount } from './create-account.js';
import { operatorName } from './events/operator.js';
import type { SecurityEvents } from './events/security-events.js';
import { type IssuedKey, issueKey } from './keys/issue-key.js';

const LABEL = 'demo';
/** The account that tries the documented requests. */
const DEMO = { email: 'demo@loadcast.invalid', plans: { a: 'team', b: 'pro', c: 'enterprise' } };
/** Demo keys of earlier starts that still work beside the one of this start. */
const EARLIER_KEYS = 2;

/**
 * Makes the demo account on a store that never had an account, and a key of this start for it: keys are kept as
 * digests, so that the one of an earlier start cannot be shown again. The newest two earlier keys still work.
 *
 * @returns the key; undefined when the store has other accounts and no demo account, or no place for a key
 */
export async function openDemoAccount(
  store: ControlStore,
  events: SecurityEvents,
  now: EpochMs,
): Promise<IssuedKey | undefined> {
  const made = { outcome: 'done', via: 'cli', from: operatorName(), detail: 'serve --demo' } as const;
  const created = (await store.version()) > 0 ? undefined : await createAccount(store, DEMO, now);
  const account = created ?? (await store.accountByEmail(DEMO.email));
  if (!account || account.suspendedAt !== null) return undefined;
  const accountId = account.id;
  if (created) await events.record({ ...made, kind: 'account-made', accountId, keyId: null }, now);
  const live = (await store.keys(accountId)).filter(({ label, revokedAt }) => label === LABEL && revokedAt === null);
  for (const { id: keyId } of live.slice(0, Math.max(0, live.length - EARLIER_KEYS))) {
    await store.revokeKey(accountId, keyId, now);
    await events.record({ ...made, kind: 'key-revoked', accountId, keyId }, now);
  }
  // The account may have as many other keys as its plans allow: that is no reason not to start.
  const issued = await issueKey(store, account, { label: LABEL }, now).catch((error: unknown) => {
    if (error instanceof ServiceError && error.code === 'plan_limit') return undefined;
    throw error;
  });
  if (!issued) return undefined;
  await events.record({ ...made, kind: 'key-made', accountId, keyId: issued.record.id }, now);
  return issued;
}
